import { Tabs } from '../../ui/tabs';

/** The screens about an organization as a whole. */
export function SettingsTabs({ organizationId }: { organizationId: string }) {
  const path = `/o/${organizationId}/settings`;
  return (
    <Tabs
      label="Settings"
      tabs={[
        { label: 'General', to: path },
        { label: 'Single sign-on', to: `${path}/sso` },
      ]}
    />
  );
}
