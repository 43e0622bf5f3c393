import { createElement, Fragment, useState, type CSSProperties, type ReactNode } from 'react';
import type { Block, Fragment as BlockFragment, Inline, Text } from '../../api/contracts';
import { iconImage } from '../../ui/icon';
import { hintIcon } from './hint-icon';
import { Inlines, NamedIcon, namesInSource, ReferenceLink } from './inlines';
import { textOf } from './plain-text';
import { ApiBlock, ContentReference, ReusableContent } from './reference-blocks';
import { useFile, useFileURL, type Reference } from './references';
import { TableBlock } from './table-block';

type Render = (props: { block: Block }) => ReactNode;

const fragmentOf = ({ fragments = [] }: Block, name: string): BlockFragment | undefined =>
  fragments.find(({ fragment, type }) => fragment === name || type === name);
const blocksIn = (nodes: readonly (Block | Inline | Text)[] = []) => nodes.filter((node) => node.object === 'block');

const heading =
  (level: number): Render =>
  ({ block }) =>
    createElement(`h${level}`, { id: anchorOf(block) }, <Places block={block} />, <Inlines nodes={block.nodes} />);

const list =
  (tag: 'ul' | 'ol'): Render =>
  ({ block }) =>
    createElement(
      tag,
      { start: typeof block.data.start === 'number' ? block.data.start : undefined },
      <Blocks nodes={block.nodes} />,
    );

const Paragraph: Render = ({ block }) => (
  <p>
    <Places block={block} />
    <Inlines nodes={block.nodes} />
  </p>
);

const Code: Render = ({ block }) => {
  const title = typeof block.data.title === 'string' ? block.data.title : undefined;
  const lines = blocksIn(block.nodes);
  return (
    <figure className="code">
      {title && <figcaption>{title}</figcaption>}
      <pre tabIndex={0}>
        <code>
          {lines.length === 0 && textOf(block.nodes)}
          {lines.map(({ nodes }, index) => (
            <Fragment key={index}>
              {index > 0 && '\n'}
              <Inlines nodes={nodes} />
            </Fragment>
          ))}
        </code>
      </pre>
    </figure>
  );
};

const Hint: Render = ({ block }) => (
  <aside
    className={`hint ${String(block.data.style ?? 'info')}`}
    style={{ '--icon': iconImage(hintIcon(block.data)) } as CSSProperties}
  >
    <Blocks nodes={block.nodes} />
  </aside>
);

const Expandable: Render = ({ block }) => (
  <details className="expandable" id={anchorOf(block)} open={block.data.defaultExpanded === true}>
    <summary>
      {blocksIn(fragmentOf(block, 'expandable-title')?.nodes).map((title, index) => (
        <Inlines key={index} nodes={title.nodes} />
      ))}
    </summary>
    <Places block={block} />
    <Blocks nodes={fragmentOf(block, 'expandable-body')?.nodes} />
  </details>
);

function Tabs({ block }: { block: Block }) {
  const [open, setOpen] = useState(0);
  const tabs = blocksIn(block.nodes);
  return (
    <div className="doc-tabs">
      <div className="tabs-list" role="tablist">
        {tabs.map(({ data }, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            className="tab"
            aria-selected={index === open}
            data-state={index === open ? 'active' : undefined}
            onClick={() => setOpen(index)}
          >
            <NamedIcon name={data.icon} /> {String(data.title ?? `Tab ${index + 1}`)}
          </button>
        ))}
      </div>
      <div role="tabpanel">{tabs[open] && <Blocks nodes={tabs[open].nodes} />}</div>
    </div>
  );
}

const Images: Render = ({ block }) => (
  <div className={`images ${String(block.data.align ?? '')}`}>
    <Blocks nodes={block.nodes} />
  </div>
);

function Image({ block }: { block: Block }) {
  const src = useFileURL(block.data.ref as Reference | undefined);
  const caption = fragmentOf(block, 'caption');
  const width = typeof block.data.width === 'number' ? block.data.width : undefined;
  return (
    <figure className="image">
      {src ? (
        <img src={src} alt={String(block.data.alt ?? '')} width={width} loading="lazy" />
      ) : (
        <div className="loading">
          <div style={{ height: 120 }} />
        </div>
      )}
      {caption && (
        <figcaption>
          {blocksIn(caption.nodes).map((line, index) => (
            <Inlines key={index} nodes={line.nodes} />
          ))}
        </figcaption>
      )}
    </figure>
  );
}

function FileBlock({ block }: { block: Block }) {
  const reference = block.data.ref as Reference | undefined;
  const caption = textOf(fragmentOf(block, 'caption')?.nodes);
  const file = useFile(reference);
  return (
    <p className="block-link">
      <ReferenceLink reference={reference}>{caption || file?.name || 'File'}</ReferenceLink>
    </p>
  );
}

const Embed: Render = ({ block }) => {
  const url = String(block.data.url ?? '');
  return (
    <p className="block-link">
      <ReferenceLink reference={{ kind: 'url', url }}>{url}</ReferenceLink>
    </p>
  );
};

const Columns: Render = ({ block }) => (
  <div className="columns">
    <Blocks nodes={block.nodes} />
  </div>
);
const Plain: Render = ({ block }) => (
  <div>
    <Blocks nodes={block.nodes} />
  </div>
);
const Stepper: Render = ({ block }) => (
  <ol className="stepper">
    <Blocks nodes={block.nodes} />
  </ol>
);
const Step: Render = ({ block }) => (
  <li>
    <Blocks nodes={block.nodes} />
  </li>
);
const Quote: Render = ({ block }) => (
  <blockquote>
    <Blocks nodes={block.nodes} />
  </blockquote>
);

const ListItem: Render = ({ block }) => (
  <li>
    {typeof block.data.checked === 'boolean' && (
      <input type="checkbox" checked={block.data.checked} readOnly aria-label="Done" />
    )}
    <Blocks nodes={block.nodes} />
  </li>
);

const Formula: Render = ({ block }) => <pre className="math">{String(block.data.formula ?? textOf(block.nodes))}</pre>;

/** Shows a block that has no look of its own here by its name, with all that it holds. */
const Other: Render = ({ block }) => (
  <div className="other-block">
    <span className="badge">{block.type}</span>
    {factsIn(block.data).length > 0 && <p>{factsIn(block.data).join(' · ')}</p>}
    {(block.fragments ?? []).map((fragment, index) => (
      <Blocks key={index} nodes={fragment.nodes} />
    ))}
    <Blocks nodes={block.nodes} />
  </div>
);

/** The data of a block in words: texts and numbers, and the names of flags that are set. */
const factsIn = ({ source: _, id: __, ...data }: Block['data']): string[] =>
  Object.entries(data).flatMap(([name, value]) => {
    if (value === true) return [name];
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? [String(value)] : [];
  });

const looks: Record<string, Render> = {
  paragraph: Paragraph,
  'heading-1': heading(2),
  'heading-2': heading(3),
  'heading-3': heading(4),
  'list-unordered': list('ul'),
  'list-ordered': list('ol'),
  'list-tasks': list('ul'),
  'list-item': ListItem,
  code: Code,
  hint: Hint,
  blockquote: Quote,
  divider: () => <hr />,
  expandable: Expandable,
  tabs: Tabs,
  'tabs-item': Plain,
  images: Images,
  image: Image,
  file: FileBlock,
  'content-ref': ContentReference,
  'reusable-content': ReusableContent,
  swagger: ApiBlock,
  'openapi-operation': ApiBlock,
  'openapi-webhook': ApiBlock,
  'openapi-schemas': ApiBlock,
  embed: Embed,
  columns: Columns,
  column: Plain,
  stepper: Stepper,
  'stepper-step': Step,
  table: TableBlock,
  math: Formula,
};

/** The blocks of a document as readers see them. */
export function Blocks({ nodes = [] }: { nodes?: readonly (Block | Inline | Text)[] }) {
  return nodes.map((node, index) => {
    if (node.object !== 'block') return <Inlines key={index} nodes={[node]} />;
    const Look = looks[node.type] ?? Other;
    return <Look key={node.key ?? index} block={node} />;
  });
}

/** Places for the names by which links reach a block besides its id. */
function Places({ block: { meta, data } }: { block: Block }) {
  const aliases = Array.isArray(meta?.aliases) ? (meta.aliases as unknown[]) : [];
  return [...aliases.map(String), ...namesInSource(data.source)].map((name) => <span key={name} id={name} />);
}

export const anchorOf = ({ meta, data }: Block): string | undefined => {
  const id = meta?.id ?? data.id;
  return typeof id === 'string' && id !== '' ? id : undefined;
};
