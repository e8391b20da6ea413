import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import borders from './eslint.borders.mjs';

// oxlint runs all other rules: see .oxlintrc.json.
export default defineConfig(
  // The apps of test/compatibility have compilers of their own.
  {
    ignores: [
      '.dependency-cruiser.cjs',
      '**/dist/**',
      'docs/.vitepress/cache/**',
      'coverage/**',
      'test/compatibility/apps/**',
    ],
  },
  // A comment cannot switch a rule off. Each such comment is an error, also one for oxlint.
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.{ts,mjs}'],
    rules: { 'no-warning-comments': ['error', { terms: ['oxlint-disable', 'eslint-disable'] }] },
  },
  {
    files: ['**/*.ts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      // Types of decorated classes are values at run time. oxlint does not know that.
      parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    rules: { '@typescript-eslint/consistent-type-imports': 'error' },
  },
  borders,
);
