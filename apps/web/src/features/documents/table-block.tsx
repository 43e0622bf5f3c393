import { Fragment, type ReactNode } from 'react';
import type { Block } from '../../api/contracts';
import { isObject } from '../../api/is-object';
import { Blocks } from './blocks';
import { ReferenceLink } from './inlines';
import { useFile, useFileURL, useTarget, type Reference } from './references';
import { readTable, type Column } from './table-rows';

/** Cards as sites show them: the cover at the top, and a link that is spread over the card. */
function Cards({ block }: { block: Block }) {
  const { columns, rows, view } = readTable(block);
  const { targetDefinition: target, coverDefinition: cover, coverDefinitionDark: dark } = view;
  const shown = columns.filter(({ id }) => id !== target && id !== cover && id !== dark);
  return (
    <div className={`card-grid${view.cardSize === 'large' ? ' large' : ''}`}>
      {rows.map(({ id, values }) => (
        <div key={id} className="card">
          <Cover value={values[String(cover)]} />
          {shown.map((column) => (
            <div key={column.id} className="card-cell">
              <Cell block={block} column={column} value={values[column.id]} />
            </div>
          ))}
          {isReference(values[String(target)]) && (
            <CardTarget reference={values[String(target)] as unknown as Reference} />
          )}
        </div>
      ))}
    </div>
  );
}

function CardTarget({ reference }: { reference: Reference }) {
  const { title } = useTarget(reference);
  return (
    <ReferenceLink reference={reference} className="card-target">
      <span className="visually-hidden">{title ?? reference.url ?? reference.kind}</span>
    </ReferenceLink>
  );
}

/** Covers may be in a column of files, whose values are lists of ids. */
function Cover({ value }: { value: unknown }) {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  const shown = typeof first === 'string' ? { kind: 'file', file: first } : first;
  return isObject(shown) ? <CellPicture value={shown} className="cover" /> : null;
}

const isReference = (value: unknown): boolean => isObject(value) && typeof value.kind === 'string';

export function TableBlock({ block }: { block: Block }) {
  const { columns, rows, view } = readTable(block);
  if (view.type === 'cards') return <Cards block={block} />;
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Table">
      <table>
        {columns.some(({ title }) => title) && (
          <thead>
            <tr>
              {columns.map(({ id, title }) => (
                <th key={id} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ id, values }) => (
            <tr key={id}>
              {columns.map((column) => (
                <td key={column.id}>
                  <Cell block={block} column={column} value={values[column.id]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ block, column, value }: { block: Block; column: Column; value: unknown }): ReactNode {
  const { type, options } = column;
  if (value === undefined || value === null) return null;
  if (type === 'text' && typeof value === 'string') {
    const cell = block.fragments?.find(({ fragment, key }) => fragment === value || key === value);
    return cell ? <Blocks nodes={cell.nodes} /> : null;
  }
  if (type === 'checkbox')
    return <input type="checkbox" checked={value === true} readOnly aria-label={value === true ? 'Yes' : 'No'} />;
  if (type === 'rating' && typeof value === 'number')
    return <span aria-label={`${value} stars`}>{'★'.repeat(value)}</span>;
  if (Array.isArray(value))
    return value.map((item, index) => (
      <Fragment key={index}>
        {index > 0 && ', '}
        <Cell block={block} column={column} value={item} />
      </Fragment>
    ));
  if (type === 'image' && isObject(value)) return <CellPicture value={value} />;
  if (isReference(value)) return <ReferenceLink reference={value as Reference} />;
  if (type === 'users') return <ReferenceLink reference={{ kind: 'user', user: String(value) }} />;
  if (type === 'files') return <FileName file={String(value)} />;
  if (type === 'select') return <span className="badge">{labelOf(options, value)}</span>;
  return String(value as string | number);
}

/** The label of an option, as the column has it. */
function labelOf(options: unknown, value: unknown): string {
  const known = Array.isArray(options) ? (options as { value?: unknown; label?: unknown }[]) : [];
  return String(known.find((option) => option.value === value)?.label || value);
}

function FileName({ file }: { file: string }) {
  const reference = { kind: 'file', file };
  return <ReferenceLink reference={reference}>{useFile(reference)?.name ?? 'File'}</ReferenceLink>;
}

/** The value of a cell by itself, for a column of another type than text. */
export function CellValueView({ type, value }: { type: string; value: unknown }) {
  const block: Block = { object: 'block', type: 'table', isVoid: true, data: {} };
  return <Cell block={block} column={{ id: '', title: '', type }} value={value} />;
}

/** An image of a cell: a reference, or one with what it shows. */
function CellPicture({ value, className }: { value: Record<string, unknown>; className?: string }) {
  const { ref, alt } = isReference(value) ? { ref: value, alt: '' } : value;
  const src = useFileURL(ref as Reference | undefined);
  return src ? <img className={className} src={src} alt={String(alt ?? '')} loading="lazy" /> : null;
}
