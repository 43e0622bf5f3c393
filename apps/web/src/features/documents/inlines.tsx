import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Block, Inline, Leaf, Text } from '../../api/contracts';
import { Icon } from '../../ui/icon';
import { Blocks } from './blocks';
import { emojiCharacter } from '../spaces/emoji';
import { Annotated } from './notes';
import { textOf } from './plain-text';
import { useFileURL, useTarget, type Reference } from './references';

export function Inlines({ nodes = [] }: { nodes?: readonly (Block | Inline | Text)[] }) {
  return nodes.map((node, index) => {
    if (node.object === 'text') return <TextRun key={index} text={node} />;
    if (node.object === 'block') return <Blocks key={index} nodes={[node]} />;
    return <InlineNode key={index} node={node} />;
  });
}

/** The names by which links reach a piece of HTML that the text keeps: those of its elements. */
export const namesInSource = (source: unknown): string[] =>
  typeof source === 'string' && source.startsWith('<')
    ? [...source.matchAll(/\s(?:id|name)="([^"\s]+)"/g)].map(([, name]) => name!)
    : [];

function TextRun({ text }: { text: Text }) {
  return text.leaves.map((leaf, index) => (
    <Fragment key={index}>
      {namesInSource(leaf.data?.source).map((name) => (
        <span key={name} id={name} />
      ))}
      {marked(leaf)}
    </Fragment>
  ));
}

function marked({ text, marks }: Leaf): ReactNode {
  const lines = text.split('\n');
  const content: ReactNode = lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
  return marks.reduce<ReactNode>((inner, { type, data }) => {
    if (type === 'bold') return <strong>{inner}</strong>;
    if (type === 'italic') return <em>{inner}</em>;
    if (type === 'code') return <code>{inner}</code>;
    if (type === 'strikethrough') return <s>{inner}</s>;
    if (type === 'superscript') return <sup>{inner}</sup>;
    if (type === 'subscript') return <sub>{inner}</sub>;
    if (type === 'keyboard') return <kbd>{inner}</kbd>;
    if (type === 'diff-inserted') return <ins>{inner}</ins>;
    if (type === 'diff-removed') return <del>{inner}</del>;
    if (type === 'color')
      return (
        <span
          className="coloured"
          data-color={String(data?.text ?? '')}
          data-background={String(data?.background ?? '')}
        >
          {inner}
        </span>
      );
    return inner;
  }, content);
}

function InlineNode({ node }: { node: Inline }) {
  const { type, data, nodes } = node;
  const reference = data.ref as Reference | undefined;
  if (type === 'link') return <ReferenceLink reference={reference}>{<Inlines nodes={nodes} />}</ReferenceLink>;
  if (type === 'mention') return <ReferenceLink reference={reference} className="mention" />;
  if (type === 'button')
    return (
      <ReferenceLink reference={reference} className={`doc-button ${String(data.kind ?? '')}`}>
        <NamedIcon name={data.icon} /> {String(data.label ?? textOf(nodes))}
      </ReferenceLink>
    );
  if (type === 'inline-image')
    return <InlineImage reference={reference} alt={String(data.alt ?? data.caption ?? '')} size={data.size} />;
  if (type === 'emoji') return <span>{emojiCharacter(String(data.code ?? '')) ?? String(data.code ?? '')}</span>;
  if (type === 'inline-math') return <code className="math">{String(data.formula ?? textOf(nodes))}</code>;
  if (type === 'icon')
    return (
      <span className="coloured" title={String(data.icon ?? '')} data-color={String(data.color ?? '')}>
        <NamedIcon name={data.icon} />
      </span>
    );
  if (type === 'annotation')
    return (
      <Annotated node={node}>
        <Inlines nodes={nodes} />
      </Annotated>
    );
  if (type === 'expression') return <code>{String(data.expression ?? '')}</code>;
  return <Inlines nodes={nodes} />;
}

/** The icon that a node names in its data, if it does. */
export function NamedIcon({ name }: { name: unknown }) {
  return typeof name === 'string' && name !== '' ? <Icon name={name} /> : null;
}

interface ReferenceLinkProps {
  reference?: Reference;
  className?: string;
  children?: ReactNode;
}

export function ReferenceLink({ reference, className, children }: ReferenceLinkProps) {
  const { href, to, title, isBroken } = useTarget(reference);
  const file = useFileURL(reference?.kind === 'file' ? reference : undefined);
  const label = children ?? title ?? String(reference?.url ?? reference?.kind ?? '');
  if (to)
    return (
      <Link to={to} hash={reference?.kind === 'anchor' ? reference.anchor : undefined} className={className}>
        {label}
      </Link>
    );
  const address = href ?? file;
  if (address)
    return (
      <a
        href={address}
        className={className}
        {...(/^https?:/.test(address) && { rel: 'noreferrer', target: '_blank' })}
      >
        {label}
      </a>
    );
  return (
    <span
      className={`${className ?? ''}${isBroken ? ' broken' : ''}`}
      title={isBroken ? 'This link leads nowhere' : undefined}
    >
      {label}
    </span>
  );
}

function InlineImage({ reference, alt, size }: { reference?: Reference; alt: string; size?: unknown }) {
  const src = useFileURL(reference);
  return src ? (
    <img className={`inline-image ${size === 'line' ? 'line' : ''}`} src={src} alt={alt} loading="lazy" />
  ) : null;
}
