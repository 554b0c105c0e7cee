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
  },

  { files: ['**/*.yaml', '**/*.yml'], extends: [yml.configs.recommended, yml.configs.prettier] },

  { files: ['**/*.md'], extends: [markdown.configs.recommended], language: 'markdown/gfm' },
  {
    files: ['openapi/description/**/*.md'],
    plugins: { markdown },
    rules: { 'markdown/no-missing-link-fragments': 'off' }, // they link to other parts of the document; the build checks them
  },
);
