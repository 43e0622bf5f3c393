import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { iconsVersion } from '@bindery/icons';
import { acceptedEncoding, type Encoding } from '../http/accepted-encoding';

/** An asset in the form in which it is sent. */
interface Asset {
  bytes: Buffer;
  contentType: string;
  /** The value of `Content-Encoding`; absent for the original bytes. */
  encoding?: Encoding;
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The ends of the names of files in an encoding. */
const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** Beside the gateway, in the workspace and in its image alike. */
const built = join(__dirname, '../../../web/dist');

/** The built app. It is small, so that it is read once and kept in memory. */
export class WebApp {
  private readonly html: string;
  private readonly files: ReadonlyMap<string, Buffer>;

  /** `prefix` is the path of the platform, empty or such as `/docs`. Throws when the app is not built. */
  constructor(prefix: string, folder = built) {
    if (!existsSync(join(folder, 'index.html'))) throw new Error('The app is not built: run npm run build');
    this.html = readFileSync(join(folder, 'index.html'), 'utf8')
      .replaceAll('"./assets/', `"${prefix}/app/assets/`)
      .replace('data-base=""', `data-base="${prefix}"`)
      .replace('data-icons=""', `data-icons="${prefix}/app/assets/icons/${iconsVersion}/"`);
    const assets = join(folder, 'assets');
    this.files = new Map(readdirSync(assets).map((name) => [name, readFileSync(join(assets, name))]));
  }

  /** The one page of the app, the same for every address except for its nonce. */
  page(nonce: string): string {
    return this.html.replace('data-nonce=""', `data-nonce="${nonce}"`);
  }

  /** An asset in the encoding that the client prefers; undefined for an unknown name. */
  asset(name: string, acceptEncoding = ''): Asset | undefined {
    const bytes = this.files.get(name);
    const contentType = contentTypes[extname(name)];
    if (!bytes || !contentType) return undefined;
    const encoding = acceptedEncoding(acceptEncoding);
    const encoded = encoding && this.files.get(`${name}${endings[encoding]}`);
    return encoded ? { bytes: encoded, contentType, encoding } : { bytes, contentType };
  }
}
