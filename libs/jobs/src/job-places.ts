interface JobOwner {
  input: unknown;
}

/** The places of one process for jobs of a kind. Large jobs may take only some of them at a time. */
export class JobPlaces {
  private large = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly mostLarge = Infinity) {}

  /** Claims one job after the other, because two concurrent claims would both find the last place for a large job free. */
  claim<Job extends JobOwner>(claim: (takesLarge: boolean) => Promise<Job | undefined>): Promise<Job | undefined> {
    const claimed = this.turn.then(async () => {
      const job = await claim(this.large < this.mostLarge);
      if (job && isLarge(job)) this.large += 1;
      return job;
    });
    this.turn = claimed.catch(() => undefined);
    return claimed;
  }

  release(job: JobOwner): void {
    if (isLarge(job)) this.large -= 1;
  }
}

const isLarge = ({ input }: JobOwner): boolean => (input as { large?: unknown } | null)?.large === true;
