// ESM-only packages (the Markdown parser and its kin) are compiled for Jest like our own code.
const esm = require('./tools/esm-packages.cjs');

const compile = {
  '^.+\\.ts$': [
    '@swc/jest',
    { ...JSON.parse(require('node:fs').readFileSync(`${__dirname}/.swcrc`, 'utf8')), sourceMaps: 'inline' },
  ],
  '^.+\\.js$': ['@swc/jest', { jsc: { target: 'es2023' }, module: { type: 'commonjs' } }],
};

module.exports = {
  rootDir: __dirname,
  testEnvironment: 'node',
  // As Node's own require() does: 'module-sync' is how ESM-only packages offer themselves to it.
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons', 'module-sync', 'require'] },
  testMatch: ['<rootDir>/{apps,libs}/*/{src,test}/**/*.spec.ts', '<rootDir>/tools/{src,test}/**/*.spec.ts'],
  transform: compile,
  transformIgnorePatterns: [`/node_modules/(?!(${esm.join('|')})/)`],
  moduleNameMapper: {
    '^@bindery/tools$': '<rootDir>/tools/src',
    '^@bindery/(gateway|identity|content|change-requests|sites|integrations|ai-jobs)$': '<rootDir>/apps/$1/src',
    '^@bindery/([^/]+)$': '<rootDir>/libs/$1/src',
  },
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/tools/src/testing/jest-setup.ts',
  globalTeardown: '<rootDir>/tools/src/testing/jest-teardown.ts',
  maxWorkers: 3,
  // A limit for what hangs, on machines that are slow or busy.
  testTimeout: 180_000,
};
