import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['node_modules/**', 'public/**'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      // TypeScript and svelte-check already know every name.
      'no-undef': 'off',
      // svelte-check reads the same comments and is the one that warns.
      'svelte/no-unused-svelte-ignore': 'off',
      // Lists here come whole from a new view; keys are given where an element keeps something of its own.
      'svelte/require-each-key': 'off',
      // Maps and sets here are made, filled and read in one go; what is watched is `$state`.
      'svelte/prefer-svelte-reactivity': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
);
