import type { ReadContext } from '../model/context';
import { block, blocksOf, fragment, fragmentOf } from '../model/build';
import type { Block, Data } from '../model/model';
import { omit } from '../model/omit';
import { readAttributes, formatTag, canHoldAttributes, type Tag } from '../syntax/tag';
import { formatTitleOf } from './tag-link';
import { optionValue } from './code';
import type { BlockWriter } from './reader';
import { writeMedia } from './media';
import { readTagData, writeOpenTag } from './tag-data';
import type { TagSpec } from './tag-spec';
import { specByType, specOf } from './tag-table';

/**
 * The blocks that a tag stands for, with what stood between it and its end tag (undefined when it has none).
 * Undefined when the tag is not known or needs an end.
 */
export function readTagBlocks(
  tag: Tag,
  content: Block[] | undefined,
  context: ReadContext,
  line: number,
): Block[] | undefined {
  if (tag.name.startsWith('@')) return content === undefined ? readIntegration(tag) : undefined;
  if (tag.name === 'code') return content && readCodeOptions(tag, content);
  const spec = specOf(tag);
  const data = spec && readTagData(tag, spec, context);
  if (!spec || !data) return undefined;
  if (spec.type === 'hint') data.style ??= 'info';
  if (spec.body === 'none') return content === undefined ? [block(spec.type, data)] : undefined;
  if (spec.body === 'link') return [block(spec.type, data)];
  if (spec.body === 'caption') return [captioned(spec.type, data, content ?? [])];
  return content && readContainer(spec, data, content, context, line);
}

function captioned(type: string, data: Data, caption: Block[]): Block {
  const node = block(type, data);
  return caption.length > 0 ? { ...node, fragments: [fragment('caption', undefined, caption)] } : node;
}

/** A block whose children are of one type holds nothing else: what stands astray is put before it. */
function readContainer(spec: TagSpec, data: Data, content: Block[], context: ReadContext, line: number): Block[] {
  const { body } = spec;
  if (typeof body !== 'object') return [block(spec.type, data, content)];
  const children = content.filter(({ type }) => type === body.of);
  const astray = content.filter(({ type }) => type !== body.of);
  if (astray.length > 0) context.problem(line, `${spec.tag} has content outside of its parts`);
  return [...astray, block(spec.type, data, children)];
}

function readCodeOptions(tag: Tag, content: Block[]): Block[] | undefined {
  const [code, ...rest] = content;
  const attributes = readAttributes(tag.argument);
  if (code?.type !== 'code' || !attributes) return undefined;
  const options = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, optionValue(name, value)]),
  );
  return [{ ...code, data: { ...code.data, ...options } }, ...rest];
}

/** `{% @integration/block prop="text" %}`; `url`, `fullWidth` and `action` are the block's own, the rest its props. */
function readIntegration(tag: Tag): Block[] | undefined {
  const match = /^@([^/]+)\/(.+)$/.exec(tag.name);
  const attributes = readAttributes(tag.argument);
  if (!match || !attributes) return undefined;
  const { url, fullWidth, action, ...props } = attributes;
  const data: Data = { integration: match[1], block: match[2], props };
  if (action !== undefined) data.action = action;
  if (url !== undefined) data.url = url;
  if (fullWidth !== undefined) data.fullWidth = fullWidth === 'true' ? true : fullWidth === 'false' ? false : fullWidth;
  return [block('integration', data)];
}

function writeIntegration({ data }: Block): string | undefined {
  const { integration, block: name, props, url, fullWidth, action, ...rest } = data;
  const values = (typeof props === 'object' && props !== null ? props : {}) as Data;
  const clash = ['url', 'fullWidth', 'action'].some((key) => Object.hasOwn(values, key));
  if (Object.keys(rest).length > 0 || clash || !canHoldAttributes(values)) return undefined;
  if (!/^[^\s/"%{}]+$/.test(String(integration)) || !/^[^\s"%{}]+$/.test(String(name))) return undefined;
  const width = typeof fullWidth === 'boolean' ? String(fullWidth) : fullWidth;
  return formatTag(`@${String(integration)}/${String(name)}`, { ...values, action, url, fullWidth: width });
}

/** Writes a block as a tag; undefined when it is not one or the tag cannot hold it. */
export function writeTagBlock(node: Block, writer: BlockWriter): string | undefined {
  if (node.type === 'integration') return writeIntegration(node);
  const media = writeMedia(node, writer.context);
  if (media !== undefined) return media;
  const spec = specByType.get(node.type);
  const data = node.type === 'embed' || node.type === 'file' ? omit(node.data, ['source']) : node.data;
  const open = spec && writeOpenTag(data, spec, writer.context);
  if (!spec || open === undefined) return undefined;
  const close = `{% end${spec.tag} %}`;
  if (spec.body === 'none') return open;
  if (spec.body === 'link') return [open, formatTitleOf(node, writer.context), close].filter(Boolean).join('\n');
  if (spec.body === 'caption') return writeCaptioned(node, open, close, writer);
  return writeContainer(node, spec, open, close, writer);
}

function writeCaptioned(node: Block, open: string, close: string, writer: BlockWriter): string {
  const caption = fragmentOf(node, 'caption')?.nodes ?? [];
  return caption.length === 0 ? open : `${open}\n${writer.blocks(caption)}\n${close}`;
}

function writeContainer(
  node: Block,
  { body }: TagSpec,
  open: string,
  close: string,
  writer: BlockWriter,
): string | undefined {
  const children = blocksOf(node);
  if (typeof body === 'object' && children.some(({ type }) => type !== body.of)) return undefined;
  return [open, ...(children.length > 0 ? [writer.blocks(children)] : []), close].join('\n');
}
