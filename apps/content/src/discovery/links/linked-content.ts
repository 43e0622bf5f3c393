import { Inject, Injectable } from '@nestjs/common';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import {
  changeRequestKey,
  composed,
  type ChangeRequest,
  type Collection,
  type ContentLocationChangeRequestContext,
  type OpenAPISpec,
  type Organization,
  type Principal,
  type RevisionFile,
  type RevisionPage,
  type RevisionReusableContent,
  type Space,
} from '@bindery/contracts';
import { CONFIG } from '@bindery/service';
import { presentCollection } from '../../catalog/collections/collection.presenter';
import { presentFile, type FileEntry } from '../../storage/files/file-entry';
import { OpenApiAccess } from '../../openapi/openapi-access';
import { presentSpec } from '../../openapi/openapi.presenter';
import type { PageEntry } from '../../model/pages/page-entry';
import { presentPage } from '../../model/pages/page.presenter';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { RevisionAccess } from '../../revisions/revisions/revision.repository';
import { PagePaths } from '../search/page-paths';
import { roleIn } from '../../catalog/spaces/space.policy';
import { appUrlOf, presentSpace } from '../../catalog/spaces/space.presenter';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { LinkedMaps } from './link-index.repository';
import { LinkedSpaceRepository, type LinkedSpace } from './linked-space.repository';

/** Ids of objects to show; those of pages, files and reusable contents by space. */
export class LinkedIds {
  readonly spaces = new Map<string, Record<'page' | 'file' | 'reusable-content', Set<string>>>();
  readonly collections = new Set<string>();
  readonly specifications = new Set<string>();

  space(id: string): Record<'page' | 'file' | 'reusable-content', Set<string>> {
    let wanted = this.spaces.get(id);
    if (!wanted) this.spaces.set(id, (wanted = { page: new Set(), file: new Set(), 'reusable-content': new Set() }));
    return wanted;
  }
}

/** Objects of one space as the caller sees them, by id. */
export interface ShownSpace {
  organization: Organization;
  space: Space;
  /** Set for a space that is shown as in a draft. */
  versionContext?: ContentLocationChangeRequestContext;
  pages: ReadonlyMap<string, RevisionPage>;
  files: ReadonlyMap<string, RevisionFile>;
  reusableContents: ReadonlyMap<string, RevisionReusableContent>;
}

interface ShownCollection {
  organization: Organization;
  collection: Collection;
}

interface ShownSpecification {
  organization: Organization;
  openAPISpec: OpenAPISpec;
}

/** A draft of a change request, to be shown instead of the main content of its space. */
interface ShownDraft {
  revision: RevisionAccess;
  changeRequest: string;
}

export interface LinkedObjects {
  spaces: ReadonlyMap<string, ShownSpace>;
  collections: ReadonlyMap<string, ShownCollection>;
  specifications: ReadonlyMap<string, ShownSpecification>;
}

/** Reads the source and target objects of links: a fixed number of statements for all spaces, and only the chunks needed. */
@Injectable()
export class LinkedContent {
  constructor(
    private readonly linked: LinkedSpaceRepository,
    private readonly chunks: ChunkRepository,
    private readonly specifications: OpenApiAccess,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** The existing objects that the caller may see; those of the draft's space as in the draft. */
  async show(principal: Principal, wanted: LinkedIds, draft?: ShownDraft): Promise<LinkedObjects> {
    const [spaces, collections, specifications] = await Promise.all([
      this.linked.spaces(principal, [...wanted.spaces.keys()]),
      this.linked.collections(principal, [...wanted.collections]),
      this.specifications.visible(principal, [...wanted.specifications]),
    ]);
    const shown = await Promise.all(
      spaces.map(async (linked) => {
        const { id } = linked.space;
        const drafted = id === draft?.revision.space ? draft : undefined;
        const shownSpace = await this.showSpace(principal, linked, drafted?.revision ?? linked.head, wanted);
        return [id, { ...shownSpace, ...(drafted && contextOf(drafted)) }] as const;
      }),
    );
    const { PUBLIC_URL: publicUrl } = this.config;
    return {
      spaces: new Map(shown),
      collections: new Map(
        collections.map(({ collection, level }) => [
          collection.id,
          {
            organization: composed(collection.organizationId),
            collection: presentCollection(collection, level, publicUrl),
          },
        ]),
      ),
      specifications: new Map(
        specifications.map((spec) => [
          spec.id,
          {
            organization: composed(spec.organizationId),
            openAPISpec: presentSpec(spec, roleIn(principal, spec.organizationId), publicUrl),
          },
        ]),
      ),
    };
  }

  private async showSpace(
    principal: Principal,
    { space, level, head }: LinkedSpace,
    maps: LinkedMaps,
    wanted: LinkedIds,
  ): Promise<ShownSpace> {
    const { id, organizationId: organization } = space;
    const { PUBLIC_URL: publicUrl } = this.config;
    const secret = fileKeyOf(this.config);
    const own = wanted.space(id);
    const pageMap = this.chunks.map<PageEntry>(organization);
    const [pages, paths, files, reusable] = await Promise.all([
      pageMap.get(maps.pages, [...own.page]),
      new PagePaths(pageMap, maps.pages).of([...own.page]),
      this.chunks.map<FileEntry>(organization).get(maps.files, [...own.file]),
      this.chunks.map<ReusableContentEntry>(organization).get(maps.reusableContents, [...own['reusable-content']]),
    ]);
    const context = { app: appUrlOf(publicUrl, organization, id), metadata: true };
    return {
      organization: composed(organization),
      space: presentSpace({ space, revision: head.id, level }, principal, publicUrl),
      pages: mapValues(pages, (entry, page) => presentPage(page, entry, paths.get(page) ?? '', context)),
      files: mapValues(files, (entry, file) =>
        presentFile(file, entry, { organization, publicUrl, secret, metadata: true }),
      ),
      reusableContents: mapValues(reusable, ({ title, document, git }, content) => ({
        id: content,
        title,
        ...(document && { document }),
        ...(git && { git }),
      })),
    };
  }
}

const mapValues = <V, W>(map: ReadonlyMap<string, V>, change: (value: V, key: string) => W): Map<string, W> =>
  new Map(Array.from(map, ([key, value]) => [key, change(value, key)]));

function contextOf({ revision, changeRequest }: ShownDraft): Pick<ShownSpace, 'versionContext'> {
  const { organizationId: organization, space } = revision;
  const name = changeRequestKey({ organization, space, changeRequest });
  return { versionContext: { type: 'changeRequest', changeRequest: composed<ChangeRequest>(name) } };
}
