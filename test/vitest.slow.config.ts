// The tests that take a registry and minutes: `npm run test:generators`.
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { root: import.meta.dirname, include: ['**/*.slow.ts'] } });
