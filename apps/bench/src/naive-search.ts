import { Pool } from 'pg';

/** Search as it is written first: rank every match, show the best. */
interface NaiveSearch {
  /** How many there are to be searched. */
  sections: number;
  /** Searches a second, over all connections, for that many seconds. */
  run(queries: readonly string[], seconds: number): Promise<number>;
  close(): Promise<void>;
}

const best = `select s.title, s.body, ts_rank(s.words, q) as rank from bench.section s, plainto_tsquery('simple', $1) q
  where s.words @@ q order by rank desc limit 20`;

/** Copies all indexed sections of the platform's database, and searches the copy with one index and `ts_rank`. */
export async function naiveSearch(databaseUrl: string, connections: number): Promise<NaiveSearch> {
  const pool = new Pool({ connectionString: databaseUrl, max: connections });
  await pool.query(`create schema bench`);
  await pool.query(`create table bench.section as
    select title, body, setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', body) as words
    from content.search_section`);
  await pool.query(`create index on bench.section using gin (words)`);
  await pool.query(`analyze bench.section`);
  const { rows } = await pool.query<{ count: number }>(`select count(*)::integer as count from bench.section`);
  return {
    sections: rows[0]!.count,
    run: async (queries, seconds) => {
      const begun = performance.now();
      const end = begun + seconds * 1_000;
      let asked = 0;
      const ask = async () => {
        while (performance.now() < end) await pool.query(best, [queries[asked++ % queries.length]!]);
      };
      await Promise.all(Array.from({ length: connections }, ask));
      return (asked * 1_000) / (performance.now() - begun);
    },
    close: async () => {
      await pool.query(`drop schema bench cascade`);
      await pool.end();
    },
  };
}
