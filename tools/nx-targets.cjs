// The targets of every project for Nx: `nx test identity`, `nx affected -t lint types test`, `nx serve content`.
const { dirname } = require('node:path');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Nx runs these at the root of the workspace, and keeps their outcome until an input changes. */
const cached = (command, inputs, more = {}) => ({
  command,
  options: { cwd: '{workspaceRoot}' },
  cache: true,
  inputs,
  ...more,
});

/** The compiler of `npm run types`. */
const tsc = 'node node_modules/typescript-native/bin/tsc';

function targetsOf(root, isService) {
  const isWeb = root === 'apps/web';
  const rules = ['{workspaceRoot}/eslint.config.mjs', '{workspaceRoot}/.oxlintrc.json'];
  return {
    lint: cached(`oxlint ${root} && eslint --max-warnings 0 ${root}`, ['default', '^production', ...rules]),
    types: cached(isWeb ? `${tsc} --noEmit -p ${root}/tsconfig.json` : `node tools/types.mjs ${root}`, [
      'default',
      '^production',
    ]),
    test: cached(`jest --passWithNoTests ${root}/`, [
      'default',
      '^production',
      '{workspaceRoot}/jest.config.cjs',
      '{workspaceRoot}/libs/testing/jest/**/*',
    ]),
    build: cached(`node tools/build.mjs ${root}`, ['production', '^production'], { outputs: ['{projectRoot}/dist'] }),
    ...(isService && {
      serve: { command: `node tools/start.mjs --watch ${root.slice('apps/'.length)}`, continuous: true },
    }),
  };
}

module.exports = {
  name: 'bindery-targets',
  createNodesV2: [
    '{apps/*,libs/*,tools}/package.json',
    (manifests, _options, { workspaceRoot }) =>
      manifests.map((manifest) => {
        const root = dirname(manifest);
        const { bindery } = JSON.parse(readFileSync(join(workspaceRoot, manifest), 'utf8'));
        const isService =
          bindery?.programs?.main !== undefined && !['apps/bindery', 'apps/command-line'].includes(root);
        return [manifest, { projects: { [root]: { targets: targetsOf(root, isService) } } }];
      }),
  ],
};
