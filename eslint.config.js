import tseslint from 'typescript-eslint';

/** The import zones of ARCHITECTURE.md are held by test/architecture.test.ts; here are the rules that need types. */
export default tseslint.config(
  { ignores: ['dist', 'out', 'node_modules', 'test/support/editor', '**/*.js', '**/*.mjs'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/require-await': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only: the name is the search key.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
      ],
    },
  },
  {
    files: ['src/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'error', 'no-console': 'error' },
  },
  {
    // mocha's suites are functions whose promise the runner itself awaits
    files: ['test/**'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: ['describe', 'it'] }] },
  },
);
