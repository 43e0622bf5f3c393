import type { DocumentPage, RevisionPage } from '@bindery/contracts';
import { spaceOf, type Discussion, discussionMembers, type DiscussionWorld } from '@bindery/testing';
import {
  startIsolatedPlatform,
  createInProcessOrganization,
  createTestOrganization,
  type IsolatedPlatform,
  type InProcessOrganization,
  type TestOrganization,
} from '../support/test-organization';

// Each file imports a space.

export type IsolatedDiscussionWorld = IsolatedPlatform & Discussion;
export type InProcessDiscussionWorld = InProcessOrganization & Discussion;

const files = {
  'README.md': '# Home\n\nThe first paragraph.\n\nThe second paragraph.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n',
  'guide.md': '# Guide\n\nHow to.\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n',
  '.gitbook/includes/legal.md': '---\ntitle: Legal\n---\n\nAll rights reserved.\n',
};

export const createDiscussionWorld = async (): Promise<DiscussionWorld> =>
  withDiscussion(await createTestOrganization());

/** The same on the platform in this process that files share. */
export const createInProcessDiscussionWorld = async (): Promise<InProcessDiscussionWorld> =>
  withDiscussion(await createInProcessOrganization());

/** The same on a platform of its own. */
export const startIsolatedDiscussionWorld = async (): Promise<IsolatedDiscussionWorld> =>
  withDiscussion(await startIsolatedPlatform());

async function withDiscussion<W extends TestOrganization>(world: W): Promise<W & Discussion> {
  const { space, revision } = await spaceOf(world, files);
  const found: Record<string, DocumentPage> = {};
  for (const page of revision.pages.flatMap(withChildren)) if (page.type === 'document') found[page.title] = page;
  return {
    ...world,
    space,
    pages: found,
    ...(await discussionMembers(world)),
  };
}

const withChildren = (page: RevisionPage): RevisionPage[] => [
  page,
  ...('pages' in page ? page.pages.flatMap(withChildren) : []),
];
