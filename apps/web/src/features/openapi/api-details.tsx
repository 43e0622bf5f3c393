import { use, type ReactNode } from 'react';
import { ReferenceContext } from '../documents/references';
import { operationIn } from './operation-details';
import { useSpecificationContent } from './use-specification-content';

interface ApiDetailsProps {
  slug: string;
  kind: 'operation' | 'webhook';
  name: string;
  method: string;
}

/** An operation as a specification describes it: its summary, parameters and responses. Nothing while it cannot be read. */
export default function ApiDetails({ slug, ...wanted }: ApiDetailsProps) {
  const content = useSpecificationContent(use(ReferenceContext)?.place.organizationId ?? '', slug);
  const found = operationIn(content.data, wanted);
  if (!found) return null;
  const { summary, description, parameters, responses } = found;
  return (
    <>
      {summary && <p className="summary">{summary}</p>}
      {description && <p>{description}</p>}
      {parameters.length > 0 && (
        <Part title="Parameters">
          {parameters.map(({ name, facts, description: about }) => (
            <li key={`${name} ${facts}`}>
              <code>{name}</code> <small className="muted">{facts}</small> {about}
            </li>
          ))}
        </Part>
      )}
      {responses.length > 0 && (
        <Part title="Responses">
          {responses.map(({ status, description: about }) => (
            <li key={status}>
              <code>{status}</code> {about}
            </li>
          ))}
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="part">{title}</p>
      <ul>{children}</ul>
    </>
  );
}
