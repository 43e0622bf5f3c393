import type { ReactNode } from 'react';
import type { Block } from '../../api/contracts';
import { Blocks } from './blocks';
import { ReferenceLink } from './inlines';
import { useFileURL, type Reference } from './references';
import { isObject, readTable, type Column } from './table-rows';

export function TableBlock({ block }: { block: Block }) {
  const { columns, rows, isCards } = readTable(block);
  if (isCards)
    return (
      <div className="card-grid">
        {rows.map(({ id, values }) => (
          <div key={id} className="card">
            {columns.map((column) => (
              <Cell key={column.id} block={block} column={column} value={values[column.id]} />
            ))}
          </div>
        ))}
      </div>
    );
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

function Cell({ block, column: { type }, value }: { block: Block; column: Column; value: unknown }): ReactNode {
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
      <Cell key={index} block={block} column={{ id: '', title: '', type }} value={item} />
    ));
  if (isObject(value) && typeof value.kind === 'string')
    return type === 'image' ? (
      <Picture reference={value as unknown as Reference} />
    ) : (
      <ReferenceLink reference={value as unknown as Reference} />
    );
  return String(value as string | number);
}

/** The value of a cell by itself, for a column of another type than text. */
export function CellValueView({ type, value }: { type: string; value: unknown }) {
  const block: Block = { object: 'block', type: 'table', isVoid: true, data: {} };
  return <Cell block={block} column={{ id: '', title: '', type }} value={value} />;
}

function Picture({ reference }: { reference: Reference }) {
  const src = useFileURL(reference);
  return src ? <img src={src} alt="" loading="lazy" /> : null;
}
