import { CopyButton } from '../../ui/copy-button';

interface ServiceDetailsProps {
  service: { acsURL: string; entityID: string; startURL: string };
}

const fields = [
  ['acsURL', 'Assertion consumer service (ACS)'],
  ['entityID', 'Entity ID of Bindery'],
  ['startURL', 'Where members begin to sign in'],
] as const;

/** The URLs of Bindery that the identity provider has to know. */
export function ServiceDetails({ service }: ServiceDetailsProps) {
  return (
    <details className="full">
      <summary>Values to enter at the provider</summary>
      <dl className="details">
        {fields.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <code>{service[name]}</code>
              <CopyButton text={service[name]} label={`Copy: ${label}`} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
