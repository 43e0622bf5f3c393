const { availableParallelism } = require('node:os');

const compile = {
  '^.+\\.ts$': [
    '@swc/jest',
    { ...JSON.parse(require('node:fs').readFileSync(`${__dirname}/.swcrc`, 'utf8')), sourceMaps: 'inline' },
  ],
};

module.exports = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/tools/jest/native-environment.cjs',
  runtime: '<rootDir>/tools/jest/native-runtime.cjs',
  testMatch: ['<rootDir>/{apps,libs}/*/{src,test}/**/*.spec.ts', '<rootDir>/tools/{src,test}/**/*.spec.ts'],
  transform: compile,
  moduleNameMapper: {
    '^@bindery/tools$': '<rootDir>/tools/src',
    '^@bindery/(bindery|gateway|identity|content|change-requests|sites|integrations|ai-jobs)$': '<rootDir>/apps/$1/src',
    '^@bindery/([^/]+)$': '<rootDir>/libs/$1/src',
  },
  setupFiles: [
    'reflect-metadata',
    '<rootDir>/tools/jest/end-with-parent.cjs',
    '<rootDir>/tools/jest/checked-fetch.cjs',
  ],
  globalSetup: '<rootDir>/tools/jest/set-up.cjs',
  globalTeardown: '<rootDir>/tools/jest/tear-down.cjs',
  // More than there are processors starve each other, and the platforms that they start.
  maxWorkers: Math.max(2, availableParallelism()),
  // A limit for what hangs, on machines that are slow or busy.
  testTimeout: 180_000,
};
