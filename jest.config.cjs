const { availableParallelism } = require('node:os');

const compile = {
  '^.+\\.ts$': [
    '@swc/jest',
    { ...JSON.parse(require('node:fs').readFileSync(`${__dirname}/.swcrc`, 'utf8')), sourceMaps: 'inline' },
  ],
};

/**
 * Files that only the long form of `npm test` runs, because each takes minutes of CPU time. The short form tests one fault of
 * each kind in `load-faults`, the image of all services in `single-process-image`, and costs in `costs`. `npx jest <file>`
 * runs any of them.
 */
const longOnly = [
  'apps/content/test/imports/large',
  'apps/e2e/src/branches/many-edits',
  'apps/e2e/src/deploy/images',
  'apps/e2e/src/faults/(content|event|import)-faults',
  'apps/e2e/src/integrations/(computed-search|hostile-neighbours)',
  'apps/e2e/src/openapi/computed-search',
  'apps/e2e/src/sites/scale',
  'apps/e2e/src/translations/computed-outage',
  'apps/identity/test/members/scale',
];

/** Files that the short form runs in `faults/one-cluster` instead, which the long form leaves out. */
const onOneCluster = [
  'apps/e2e/src/faults/(load-faults|outages)',
  'apps/e2e/src/(messaging/malformed|security/credentials)',
];
const leftOut = {
  short: [...longOnly, ...onOneCluster],
  long: ['apps/e2e/src/faults/one-cluster'],
};

module.exports = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/libs/testing/jest/native-environment.cjs',
  runtime: '<rootDir>/libs/testing/jest/native-runtime.cjs',
  testSequencer: '<rootDir>/libs/testing/jest/longest-first.cjs',
  testMatch: ['<rootDir>/{apps,libs}/*/{src,test}/**/*.spec.ts', '<rootDir>/tools/{src,test}/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(leftOut[process.env.BINDERY_TEST] ?? [])],
  transform: compile,
  moduleNameMapper: {
    '^@bindery/tools$': '<rootDir>/tools/src',
    '^@bindery/service/processes$': '<rootDir>/libs/service/src/processes',
    '^@bindery/(bindery|bench|command-line|gateway|identity|content|change-requests|sites|integrations|ai-jobs)$':
      '<rootDir>/apps/$1/src',
    '^@bindery/([^/]+)$': '<rootDir>/libs/$1/src',
  },
  setupFiles: [
    'reflect-metadata',
    '<rootDir>/libs/testing/jest/end-with-parent.cjs',
    '<rootDir>/libs/testing/jest/checked-fetch.cjs',
    '<rootDir>/libs/testing/jest/property-seed.cjs',
  ],
  globalSetup: '<rootDir>/libs/testing/jest/set-up.cjs',
  globalTeardown: '<rootDir>/libs/testing/jest/tear-down.cjs',
  // As many workers as processors: a file waits at times, but the servers, browsers and programs that tests start need what is left.
  maxWorkers: Math.max(2, availableParallelism()),
  // Ends a test that hangs. Long, for slow or busy machines.
  testTimeout: 300_000,
};
