const { default: Sequencer } = require('@jest/test-sequencer');

/** Test files that take longest, the longest first. */
const longest = [
  'apps/e2e/src/readme/readme',
  'apps/e2e/src/faults/one-cluster',
  'apps/e2e/src/deploy/images',
  'apps/e2e/src/contract/contract',
  'apps/e2e/src/messaging/events',
  'apps/e2e/src/faults/merge-faults',
  'apps/identity/test/rate-limit/rate-limit',
  'apps/e2e/src/access/table',
  'apps/e2e/src/access/enforced-permissions',
  'apps/e2e/src/app/editor',
  'apps/ai-jobs/test/conversations/model-conversations',
  'apps/e2e/src/web/home',
  'apps/e2e/src/app/screens',
  'tools/test/endings',
  'apps/content/test/imports/preserved-files',
  'apps/e2e/src/deploy/wrong-settings',
  'apps/e2e/src/costs/costs',
  'apps/e2e/src/content/cases',
  'apps/e2e/src/integrations/computed-pages',
  'apps/e2e/src/change-requests/change-requests',
  'apps/e2e/src/app/managing',
  'apps/e2e/src/git/git-sync',
  'apps/content/test/openapi/sources',
  'apps/e2e/src/integrations/principals',
  'apps/e2e/src/app/publishing',
  'apps/e2e/src/translations/model-translations',
  'apps/identity/test/sign-in/sign-in',
  'apps/e2e/src/security/credentials',
  'apps/e2e/src/git/git-conflicts',
  'apps/e2e/src/ask/model-answers',
  'apps/e2e/src/git/unreadable-files',
  'apps/e2e/src/security/fuzz',
  'apps/e2e/src/integrations/hostile-scripts',
  'apps/identity/test/saml/hostile',
  'apps/e2e/src/app/tasks',
  'apps/e2e/src/openapi/lenient',
  'apps/e2e/src/web/gallery',
  'apps/content/test/spaces/purge',
  'apps/content/test/openapi/pages',
  'apps/e2e/src/costs/plans',
  'apps/e2e/src/change-requests/permissions',
  'libs/service/src/processes/end-with-parent',
  'apps/e2e/src/security/tenant-canaries',
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
