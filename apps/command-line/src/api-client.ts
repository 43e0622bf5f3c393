/** A failed call: what the platform said, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Seconds after which the platform allows another attempt. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** No server answers at the address. */
export class UnreachableError extends Error {}

/** Calls the platform's HTTP API with a token, like any client of it. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    private readonly token: string,
    /** The platform's URL in the addresses that it returns, where this machine reaches it by another one. */
    private readonly publicUrl = baseUrl,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.json<T>(path, {});
  }

  /** The same, or undefined where there is nothing. */
  find<T>(path: string): Promise<T | undefined> {
    return this.get<T>(path).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    });
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.json<T>(path, withBody('POST', body));
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.json<T>(path, withBody('PATCH', body));
  }

  /** For operations that answer nothing. */
  async replace(path: string, body: unknown): Promise<void> {
    await this.fetch(path, withBody('PUT', body));
  }

  /** The answer itself, for bodies that are not JSON. Throws `ApiError` unless it is a success. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    const url = new URL(`/v1${path}`, this.baseUrl);
    const headers = { authorization: `Bearer ${this.token}`, ...init.headers };
    const response = await reach(url, { ...init, headers });
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  /** Puts bytes at an address that the platform handed out; such an address needs no token. */
  async put(address: string, bytes: Buffer, type: string): Promise<void> {
    await this.handedOut(address, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': type } });
  }

  /** The bytes at an address that the platform handed out. */
  async download(address: string): Promise<Buffer> {
    return Buffer.from(await (await this.handedOut(address, {})).arrayBuffer());
  }

  private async handedOut(address: string, init: RequestInit): Promise<Response> {
    const url = address.startsWith(`${this.publicUrl}/`)
      ? this.baseUrl + address.slice(this.publicUrl.length)
      : address;
    const response = await reach(new URL(url), init);
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  private async json<T>(path: string, init: RequestInit): Promise<T> {
    const response = await this.fetch(path, { ...init, headers: { accept: 'application/json', ...init.headers } });
    return (await response.json()) as T;
  }
}

const withBody = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

async function reach(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    throw new UnreachableError(
      `${url.origin} does not answer (${cause?.code ?? cause?.message ?? error}): is the platform running? npm start`,
    );
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  try {
    const { error } = JSON.parse(text) as {
      error: { message: string; details?: { message?: string; field?: string }[] };
    };
    const details = (error.details ?? [])
      .map((detail) => [detail.field, detail.message].filter(Boolean).join(' '))
      .filter(Boolean);
    const message = [`${response.status} ${error.message}`, ...details].join('; ');
    return new ApiError(response.status, message, retryAfter);
  } catch {
    return new ApiError(response.status, `${response.status} ${response.statusText}`, retryAfter);
  }
}
