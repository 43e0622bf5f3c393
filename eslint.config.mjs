import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

const lib = (name, ...uses) => ({
  sourceTag: `scope:${name}`,
  onlyDependOnLibsWithTags: uses.map((use) => `scope:${use}`),
});

/** Which library may use which: one line each, lowest first. Services use libraries and never each other. */
const boundaries = [
  lib('documents'),
  lib('models', 'contracts', 'config'),
  lib('expressions'),
  lib('html'),
  lib('processes'),
  lib('git-sync'),
  lib('config'),
  lib('authorization', 'contracts', 'expressions'),
  lib('contracts', 'documents'),
  lib('observability', 'config'),
  lib('batching', 'observability'),
  lib('outbound', 'contracts', 'config'),
  lib('storage', 'config'),
  lib('persistence', 'contracts', 'config', 'batching', 'observability'),
  lib('messaging', 'contracts', 'config', 'observability', 'persistence', 'storage'),
  lib('secrets', 'persistence'),
  lib(
    'service',
    ...['contracts', 'config', 'batching', 'observability', 'persistence', 'messaging', 'jobs', 'secrets', 'storage'],
  ),
  lib('mail', 'config', 'jobs'),
  lib('jobs', 'contracts', 'persistence', 'messaging', 'observability'),
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'scope:testing', onlyDependOnLibsWithTags: ['type:lib', 'type:app', 'type:tool'] },
  { sourceTag: 'scope:e2e', onlyDependOnLibsWithTags: ['type:lib', 'type:app', 'type:tool'] },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:lib', 'type:app'] },
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '**/.bindery/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-object-type': 'off',
    },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx },
    rules: { '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: boundaries }] },
  },
);
