import { Inject, Injectable } from '@nestjs/common';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import { notFound, type FileListQuery, type Page, type RevisionFile } from '@bindery/contracts';
import { asChanging } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { presentFile, type FileEntry } from '../../storage/files/file-entry';
import { HiddenContentReader } from '../visitor-content/hidden-content';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { RevisionAccess } from './revision.repository';

interface FileOptions {
  metadata: boolean;
}

/** Presents the files of revisions, without those that are hidden from the reader. */
@Injectable()
export class FileReader {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly hidden: HiddenContentReader,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** Sorted by id: those after one, at most `limit`. */
  async all(revision: RevisionAccess, options: FileOptions, after = '', limit = Infinity): Promise<RevisionFile[]> {
    const entries = await this.chunks.map<FileEntry>(revision.organizationId).entries(revision.files);
    const { parts } = await this.hidden.of(revision);
    return entries
      .filter(([id]) => id > after && !parts.has(id))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([id, entry]) => this.present(revision, id, entry, options));
  }

  /** One page of the list; `scope` is the key of the list. The content of the list changes with the claims of its reader. */
  async page(revision: RevisionAccess, query: FileListQuery, scope: string[]): Promise<Page<RevisionFile>> {
    const { parts } = await this.hidden.of(revision);
    const page = await paginate(query, {
      scope,
      rows: (after, limit) => this.all(revision, query, after?.id, limit),
      position: ({ id }) => ({ value: '', id }),
      count: () => this.count(revision),
    });
    return parts.size > 0 ? asChanging(page) : page;
  }

  /** Throws 404. */
  async file(revision: RevisionAccess, id: string, options: FileOptions): Promise<RevisionFile> {
    const entry = (await this.chunks.map<FileEntry>(revision.organizationId).get(revision.files, [id])).get(id);
    if (!entry || (await this.hidden.of(revision)).parts.has(id)) throw notFound('File');
    return this.present(revision, id, entry, options);
  }

  private async count(revision: RevisionAccess): Promise<number> {
    if (revision.claims) return (await this.all(revision, { metadata: false })).length;
    return this.chunks.map<FileEntry>(revision.organizationId).size(revision.files);
  }

  private present(
    { organizationId }: RevisionAccess,
    id: string,
    entry: FileEntry,
    options: FileOptions,
  ): RevisionFile {
    const { PUBLIC_URL: publicUrl } = this.config;
    const secret = fileKeyOf(this.config);
    return presentFile(id, entry, { organization: organizationId, publicUrl, secret, metadata: options.metadata });
  }
}
