import { importPages } from './content';
import { RARE_WORD, writePages } from './documentation';
import type { Figures, LoadGenerator, LoadRequest } from './load';
import type { BenchPlatform } from './platform';
import { Probe, type Rejections } from './probe';

/** So many different pages are read. */
const VARIETY = 70;

/** The load of a team's readers and writers: 70 % reads of pages, spaces, lists and search, 30 % writes of three kinds. */
export class MixedLoad {
  private constructor(
    private readonly platform: BenchPlatform,
    private readonly generator: LoadGenerator,
    readonly requests: LoadRequest[],
  ) {}

  /** Fills the platform with a space of so many pages. */
  static async prepare(platform: BenchPlatform, generator: LoadGenerator, pages: number): Promise<MixedLoad> {
    const { id, pages: listed } = await importPages(platform, 'Mixed load', writePages(pages), 1);
    const organization = platform.developer.secondOrganization;
    const written: string[] = [];
    for (let index = 0; index < 20; index++)
      written.push((await platform.api.post<{ id: string }>(`/orgs/${organization}/spaces`, { title: 'Space' })).id);
    const rounds = Array.from({ length: VARIETY }, (_, index) => listed[index % listed.length]!.id);
    const requests = rounds.flatMap((page, round) => {
      const other = written[round % written.length]!;
      const read = (path: string): LoadRequest => ({ path: `/v1${path}` });
      return [
        read(`/spaces/${id}/content/page/${page}`),
        read(`/spaces/${id}`),
        { method: 'PATCH' as const, path: `/v1/spaces/${other}`, body: JSON.stringify({ title: `Space ${round}` }) },
        read(`/spaces/${id}/content/page/${page}?format=markdown`),
        read(`/orgs/${organization}/spaces?limit=20`),
        {
          method: 'POST' as const,
          path: `/v1/spaces/${other}/comments`,
          body: JSON.stringify({ body: { markdown: 'Well said.' } }),
        },
        read(`/spaces/${id}/content/page/${page}`),
        read(`/spaces/${id}/search?query=${RARE_WORD}`),
        { method: 'PATCH' as const, path: `/v1/spaces/${other}`, body: JSON.stringify({ emoji: '1f4d6' }) },
        read('/user'),
      ];
    });
    return new MixedLoad(platform, generator, requests);
  }

  /** Sends it for so many seconds, as fast as it is answered or at a rate. */
  run(seconds: number, connections: number, rate?: number): Promise<Figures> {
    const { baseUrl: url, token } = this.platform.developer;
    return this.generator.run({ url, token, requests: this.requests, connections, seconds, rate });
  }

  /** Sends it at a rate, and returns the waiting times of other clients that are refused meanwhile. */
  async crowd(
    seconds: number,
    connections: number,
    rate: number,
  ): Promise<{ figures: Figures; rejections: Rejections }> {
    const probe = new Probe();
    try {
      const { baseUrl: url, token } = this.platform.developer;
      await probe.open({ url, token, requests: this.requests });
      const [figures, rejections] = await Promise.all([this.run(seconds, connections, rate), probe.run(seconds)]);
      return { figures, rejections };
    } finally {
      probe.stop();
    }
  }
}
