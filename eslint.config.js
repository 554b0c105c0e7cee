// What ESLint looks for in TypeScript, YAML and Markdown. A rule is off or changed only with its reason beside it.
import markdown from '@eslint/markdown';
import { defineConfig } from 'eslint/config';
import yml from 'eslint-plugin-yml';
import tseslint from 'typescript-eslint';

export default defineConfig(
  { ignores: ['generated/', '.staging-*/', 'packages/*/dist/'] }, // written by the build

  {
    files: ['**/*.ts', '**/*.js'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['*.js'] }, tsconfigRootDir: import.meta.dirname },
    },
    // `this: void` says that a method may be taken out of its object.
    rules: { '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }] },
  },

  // A document is any JSON until a rule has looked at it; the compiler checks these files as the others.
  { files: ['scripts/lint/**/*.js'], extends: [tseslint.configs.disableTypeChecked] },

  // They import what the benchmark or the test of readers alone installs, so that the compiler does not know of it.
  { files: ['test/bench/server/*.js', 'test/generators/readers/*.js'], extends: [tseslint.configs.disableTypeChecked] },

  // They run in the docs page or beside it, or in the page of the sandbox.
  {
    files: ['scripts/steps/docs/in-page/*.js', 'scripts/docs-site/*.js', 'packages/sandbox/src/page/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
  },

  // Runs inside Postman, which has a global and a require of its own.
  {
    files: ['scripts/steps/postman/sign.js'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },

  // They change bodies of whatever shape, and the run that looks at them is what is tested.
  {
    files: ['test/conformance/**/*.ts'],
    rules: Object.fromEntries(
      ['argument', 'assignment', 'call', 'member-access', 'return'].map((what) => [
        `@typescript-eslint/no-unsafe-${what}`,
        'off',
      ]),
    ),
  },

  { files: ['**/*.yaml', '**/*.yml'], extends: [yml.configs.recommended, yml.configs.prettier] },

  { files: ['**/*.md'], extends: [markdown.configs.recommended], language: 'markdown/gfm' },
  {
    files: ['openapi/description/**/*.md'],
    plugins: { markdown },
    rules: { 'markdown/no-missing-link-fragments': 'off' }, // they link to other parts of the document; the build checks them
  },
);
