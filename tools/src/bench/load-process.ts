import autocannon from 'autocannon';
import type { Figures, Load } from './load';
import { percentile } from './percentile';

process.on('message', (load: Load) => void measure(load).then((figures) => process.send!(figures)));

async function measure({ url, token, paths, connections, seconds }: Load): Promise<Figures> {
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
    requests: paths.map((path) => ({ path })),
  });
  const times: number[] = [];
  let received = 0;
  run.on('response', (_client, _status, bytes, milliseconds) => {
    times.push(milliseconds);
    received += bytes;
  });
  const result = await run;
  times.sort((a, b) => a - b);
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    requests: times.length,
    failed: result.non2xx + result.errors + result.timeouts,
    bytes: times.length > 0 ? received / times.length : 0,
  };
}
