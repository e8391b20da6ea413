import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import borders from './eslint.borders.mjs';

export default defineConfig(
  // The apps of test/compatibility have compilers of their own.
  {
    ignores: ['.dependency-cruiser.cjs', 'dist/**', 'coverage/**', '**/*.mjs', 'test/compatibility/apps/**'],
  },
  // A comment cannot switch a rule off; it is a warning itself, and lint allows none.
  { linterOptions: { noInlineConfig: true } },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  borders,
  {
    files: ['**/*spec.ts', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
