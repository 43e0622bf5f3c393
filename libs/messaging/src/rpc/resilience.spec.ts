import { Breaker, Retries } from './resilience';

const failed = new Error('No answer');
const isFailure = (error: unknown) => error === failed;
const fail = () => Promise.reject(failed);
const succeed = () => Promise.resolve('answer');

describe('a breaker', () => {
  let now: number;
  let breaker: Breaker;
  beforeEach(() => {
    now = 1_000_000;
    breaker = new Breaker(() => now);
  });
  const call = (work: () => Promise<unknown>) =>
    breaker.run(work, isFailure).then(
      () => 'answered',
      (error: Error) => error.message,
    );
  const calls = async (count: number, work: () => Promise<unknown>) => {
    for (let made = 0; made < count; made++) await call(work);
  };
  const opened = async () => {
    await calls(10, succeed);
    await calls(10, fail);
  };

  it('opens when half of twenty calls fail, and not before', async () => {
    await calls(10, succeed);
    await calls(9, fail);
    expect(await call(fail)).toBe('No answer');
    let asked = false;
    expect(await call(() => Promise.resolve((asked = true)))).toBe('The service does not answer');
    expect(asked).toBe(false);
  });

  it('stays closed while less than half fail, or what failed is long ago, or errors are answers', async () => {
    await calls(40, succeed);
    await calls(39, fail);
    expect(await call(succeed)).toBe('answered');
    now += 10_001;
    await calls(19, fail);
    expect(await call(succeed)).toBe('answered');
    await calls(100, () => Promise.reject(new Error('Not found')));
    expect(await call(succeed)).toBe('answered');
  });

  it('lets one call through after five seconds and closes when it is answered', async () => {
    await opened();
    now += 4_999;
    expect(await call(succeed)).toBe('The service does not answer');
    now += 1;
    let answer!: (value: string) => void;
    const probe = call(() => new Promise((resolve) => (answer = resolve)));
    expect(await call(succeed)).toBe('The service does not answer');
    answer('answer');
    expect(await probe).toBe('answered');
    await calls(19, fail);
    expect(await call(succeed)).toBe('answered');
  });

  it('stays open when the call that it let through fails', async () => {
    await opened();
    now += 5_000;
    expect(await call(fail)).toBe('No answer');
    now += 4_999;
    expect(await call(succeed)).toBe('The service does not answer');
  });
});

describe('retries', () => {
  const later = () => Date.now() + 60_000;
  /** How often work that always fails is done. */
  async function attempts(retries: Retries, deadline = later()): Promise<number> {
    let count = 0;
    const work = () => {
      count++;
      return fail();
    };
    await expect(retries.run(work, isFailure, deadline)).rejects.toBe(failed);
    return count;
  }

  it('does the work at most three times, and no other error again', async () => {
    const retries = new Retries(() => 0);
    expect(await attempts(retries)).toBe(3);
    let count = 0;
    const work = () => {
      count++;
      return Promise.reject(new Error('Busy'));
    };
    await expect(retries.run(work, isFailure, later())).rejects.toThrow('Busy');
    expect(count).toBe(1);
    let answers = 0;
    expect(await retries.run(() => (answers++ === 0 ? fail() : succeed()), isFailure, later())).toBe('answer');
  });

  it('does not begin what could not end in time', async () => {
    expect(await attempts(new Retries(() => 1), Date.now() + 10)).toBe(1);
  });

  it('repeats at most one call in ten once what it may always repeat is used up', async () => {
    const retries = new Retries(() => 0);
    let repeated = 0;
    for (let call = 0; call < 100; call++) repeated += (await attempts(retries)) - 1;
    expect(repeated).toBeGreaterThanOrEqual(10);
    expect(repeated).toBeLessThanOrEqual(20);
  });
});
