const { default: Sequencer } = require('@jest/test-sequencer');

/** Test files that take longest, the longest first. Those that start many processes stand apart, so that they do not run at once. */
const longest = [
  'apps/e2e/src/faults/one-cluster',
  'apps/e2e/src/contract/contract',
  'apps/e2e/src/app/editor',
  'apps/e2e/src/ask/ask-quality',
  'apps/e2e/src/app/screens',
  'apps/e2e/src/faults/merge-faults',
  'apps/e2e/src/app/kept',
  'apps/e2e/src/app/tasks',
  'apps/e2e/src/readme/readme',
  'apps/e2e/src/web/gallery',
  'apps/e2e/src/integrations/computed-pages',
  'apps/e2e/src/costs/costs',
  'apps/e2e/src/integrations/hostile-scripts',
  'apps/e2e/src/app/managing',
  'apps/e2e/src/git/git-conflicts',
  'apps/content/src/specifications/reading/public-specifications',
  'apps/e2e/src/messaging/events',
  'apps/e2e/src/deploy/single-process-image',
  'apps/e2e/src/access/table',
  'apps/e2e/src/git/git-sync',
  'apps/content/test/openapi/sources',
  'apps/content/test/spaces/purge',
  'apps/content/test/imports/preserved-files',
  'apps/e2e/src/app/blocks',
  'tools/test/endings',
  'apps/e2e/src/app/publishing',
  'apps/e2e/src/deploy/wrong-settings',
  'apps/e2e/src/translations/model-translations',
  'apps/e2e/src/security/url-sinks',
  'apps/command-line/src/backup/backup',
  'libs/documents/test/preserve-corpus',
  'apps/content/test/openapi/pages',
  'apps/e2e/src/security/tenant-canaries',
  'apps/e2e/src/access/transfer',
  'apps/e2e/src/git/git-histories',
  'apps/e2e/src/costs/plans',
  'apps/e2e/src/app/refused',
  'apps/content/test/imports/faulty-sources',
  'apps/e2e/src/sites/permissions',
  'libs/documents/test/markdown',
  'apps/e2e/src/app/review',
  'apps/e2e/src/change-requests/permissions',
  'apps/e2e/src/openapi/lenient',
  'apps/identity/test/saml/hostile',
  'apps/e2e/src/security/bombs',
  'apps/content/test/imports/corpus',
  'apps/web/src/features/editor/conversion',
  'apps/integrations/test/events/events',
  'libs/service/src/processes/end-with-parent',
  'apps/e2e/src/git/unreadable-files',
  'apps/e2e/src/security/fuzz',
  'apps/e2e/src/mcp/random-calls',
  'apps/identity/test/saml/sign-in',
].map((name) => `${name}.spec.ts`);

/**
 * Begins with the longest files, so that no worker still has one to do when the others are done. Jest does so by the times of
 * the run before; where it knows none, as on a fresh machine, it goes by the sizes of files, and a file of forty lines that
 * starts three platforms would come last.
 */
class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return sorted.every(({ duration }) => duration !== undefined) ? sorted : sorted.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ path }) {
  const place = longest.findIndex((name) => path.replaceAll('\\', '/').endsWith(name));
  return place === -1 ? longest.length : place;
}

module.exports = LongestFirst;
module.exports.longest = longest;
