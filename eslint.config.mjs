import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { boundaries } from './tools/boundaries.mjs';

/** The domains of content: each may import only those that stand before it. */
const contentDomains = [
  ...['storage', 'model', 'catalog', 'specifications', 'revisions'],
  ...['openapi', 'drafts', 'discovery', 'interchange', 'lifecycle'],
];

const contentLayers = contentDomains.map((domain, place) => ({
  files: [`apps/content/src/${domain}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: contentDomains.slice(place + 1).map((above) => ({
          regex: `^(\\.\\./)+${above}/`,
          message: `${domain} may not import ${above}, which is built on it.`,
        })),
      },
    ],
  },
}));

/** The services that tests start alone. */
const testedAlone = ['ai-jobs', 'change-requests', 'content', 'identity', 'integrations', 'sites'].map(
  (name) => `@bindery/${name}`,
);

// Rules that need types are in `.oxlintrc.json`: with the native compiler they take a tenth of the time.
export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '**/.bindery/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-object-type': 'off',
    },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          allow: [],
          depConstraints: boundaries,
          // Tests of services import `@bindery/testing`, which starts the product; their code does not.
          ignoredCircularDependencies: [
            ...testedAlone.map((service) => [service, '@bindery/testing']),
            ['@bindery/testing', '@bindery/bindery'],
          ],
        },
      ],
    },
  },
  ...contentLayers,
);
