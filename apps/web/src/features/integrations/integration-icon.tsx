import { Blocks } from 'lucide-react';

/** The picture of an integration; its title stands beside it. */
export function IntegrationIcon({ integration }: { integration: { urls: { icon?: string } } }) {
  const { icon } = integration.urls;
  return (
    <span className="integration-icon" aria-hidden="true">
      {icon ? <img src={icon} alt="" /> : <Blocks size={18} />}
    </span>
  );
}
