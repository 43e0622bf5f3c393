// Which project may import which, by the tags in their package.json: ESLint holds it, and a test that each permission is used.

const from = (sourceTag, ...targets) => ({ sourceTag, onlyDependOnLibsWithTags: targets });

/** A library and the libraries that it uses. */
const lib = (name, ...uses) => from(`scope:${name}`, ...uses.map((use) => `scope:${use}`));

/** One line each, lowest first. Services use libraries and never each other. */
export const boundaries = [
  lib('config'),
  lib('documents'),
  lib('expressions'),
  lib('html'),
  lib('icons'),
  lib('git-sync'),
  lib('contracts', 'documents'),
  lib('authorization', 'contracts', 'expressions'),
  lib('models', 'contracts', 'config'),
  lib('outbound', 'contracts', 'config'),
  lib('storage', 'config'),
  lib('observability', 'config'),
  lib('loading', 'observability'),
  lib('persistence', 'contracts', 'config', 'loading', 'observability'),
  lib('secrets', 'persistence'),
  lib('messaging', 'contracts', 'config', 'observability', 'persistence'),
  lib('jobs', 'persistence', 'messaging', 'observability'),
  lib('mail', 'config', 'html', 'jobs'),
  lib('service', ...['contracts', 'config', 'observability', 'persistence', 'messaging', 'jobs', 'secrets', 'storage']),
  from('type:app', 'type:lib'),
  from('type:web', 'scope:contracts', 'scope:documents'),
  from('type:platform', 'type:lib', 'type:app'),
  lib('launcher', 'config', 'mail', 'messaging', 'service'),
  from('scope:testing', 'type:lib', 'scope:gateway', 'type:platform', 'scope:launcher'),
  from('scope:command-line', 'type:lib', 'scope:launcher', 'type:platform'),
  from('scope:bench', 'scope:contracts', 'scope:launcher', 'scope:command-line'),
  from('type:tool', 'type:lib', 'type:app', 'scope:launcher', 'scope:command-line'),
  from('scope:e2e', 'type:lib', 'type:app', 'type:platform', 'scope:launcher', 'type:command', 'type:tool'),
];
