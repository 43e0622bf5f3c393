import { playerHosts } from '@bindery/contracts';
import { mediaUrlIn, type Block } from '@bindery/documents';
import { attributes, html, nothing, type Html } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { iconOf } from './icons';
import { altOf, pictureOf, wholePicture } from './pictures';
import { playerUrl } from './player-url';
import { readableUrl } from './readable-url';
import { referenceTo } from './reference-link';
import { refIn, safeUrl, textIn } from './references';
import { alignmentOf } from './text-blocks';

const caption = (content: Html): Html | undefined =>
  content.markup === '' ? undefined : html`<figcaption>${content}</figcaption>`;

const images: BlockWriter = ({ data, nodes }, writer) => {
  const content = writer.blocks(nodes);
  // Without a picture and a caption nothing is shown, and no gap is left.
  if (content.markup.trim() === '') return nothing;
  const classes = ['images', alignmentOf(data), data.withFrame === true && 'framed'];
  return html`<div class="${classes.filter(Boolean).join(' ')}">${content}</div>`;
};

const image: BlockWriter = (block, writer) => {
  const picture = pictureOf(block.data, writer.references, { alt: altOf(block.data) });
  const captionText = writer.line(block, 'caption');
  if (picture === nothing && captionText.markup === '') return nothing;
  return html`<figure>${enlarged(block, picture, writer)}${caption(captionText)}</figure>`;
};

/** An image with a link to its full size where the page shows it reduced; a script shows that over the page. */
function enlarged({ data }: Block, picture: Html, { references, labels }: DocumentWriter): Html {
  const href = wholePicture(data, references);
  if (!href) return picture;
  const name = altOf(data) ? undefined : labels.enlarge;
  return html`<a${attributes({ class: 'zoom', href, 'aria-label': name })}>${picture}</a>`;
}

const file: BlockWriter = (block, writer) => {
  const ref = refIn(block.data.ref);
  const linked = ref?.kind === 'file' ? writer.references.file(ref.file) : undefined;
  const url = linked?.url ?? (ref?.kind === 'url' ? safeUrl(ref.url) : undefined);
  const captionText = writer.line(block, 'caption');
  const name = linked?.name ?? (ref?.kind === 'url' ? readableUrl(ref.url) : writer.labels.unknownReference);
  const link = referenceTo(
    { title: name, href: url, icon: iconOf('file-arrow-down'), note: linked && sizeOf(linked.size) },
    writer.references,
  );
  // By its bytes, or as the author wrote it.
  const kind = playable(/^\w+(?=\/)/.exec(linked?.contentType ?? '')?.[0]) ?? playable(playerIn(block));
  return html`<figure class="file">
    ${kind && url ? player(kind, url, name) : undefined}${link}${caption(captionText)}
  </figure>`;
};

function sizeOf(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]!}`;
}

/**
 * Links to embedded content of other sites. If pages may show a player of its host, it is embedded: the browser loads it when
 * the reader opens it, so that no other site learns who reads a page.
 */
const embed: BlockWriter = (block, writer) => {
  const url = safeUrl(textIn(block.data.url));
  const captionText = writer.line(block, 'caption');
  const name = readableUrl(textIn(block.data.url));
  const link = referenceTo({ title: name, href: url, icon: iconOf('link') }, writer.references);
  return html`<figure class="embed">
    ${link}${url ? playerOf(block, url, name, writer) : undefined}${caption(captionText)}
  </figure>`;
};

/** The name of the player in the HTML that a block was parsed from. */
const playerIn = ({ data }: Block): string | undefined =>
  /<(iframe|video|audio)[\s>]/i.exec(textIn(data.source))?.[1]?.toLowerCase();

const playable = (name: string | undefined) => (name === 'video' || name === 'audio' ? name : undefined);

function playerOf(block: Block, url: string, name: string, { labels }: DocumentWriter): Html | undefined {
  const { data } = block;
  const isOfAuthor = mediaUrlIn(data.source) === data.url && url.startsWith('https:');
  const element = isOfAuthor ? playerIn(block) : undefined;
  const plays = playable(element);
  if (plays) return player(plays, url, name);
  const src = element === 'iframe' && playerHosts.includes(new URL(url).host) ? url : playerUrl(url);
  if (!src) return undefined;
  return html`<details class="player">
    <summary>${iconOf('play')}<span>${labels.loadFrom} ${new URL(src).host.replace(/^www\./, '')}</span></summary>
    <iframe${attributes({
      src,
      title: name,
      loading: 'lazy',
      sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
      allow: 'fullscreen; picture-in-picture',
      referrerpolicy: 'strict-origin',
    })}></iframe>
  </details>`;
}

function player(element: 'video' | 'audio', src: string, name: string): Html {
  const given = attributes({ src, controls: true, preload: 'none', 'aria-label': name });
  return element === 'video' ? html`<video${given}></video>` : html`<audio${given}></audio>`;
}

const drawing: BlockWriter = ({ data }, writer) => {
  const picture = pictureOf(data, writer.references, { alt: altOf(data) || writer.labels.drawing });
  return html`<figure class="drawing">${picture}</figure>`;
};

/** Images, files and embedded content of other sites. */
export const mediaBlocks: Record<string, BlockWriter> = { images, image, file, embed, drawing };
