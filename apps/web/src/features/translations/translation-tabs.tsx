import { Tabs } from '../../ui/tabs';

/** The screens about translations of an organization. */
export function TranslationTabs({ organizationId }: { organizationId: string }) {
  const path = `/o/${organizationId}/translations`;
  return (
    <Tabs
      label="Translations"
      tabs={[
        { label: 'Translations', to: path },
        { label: 'Glossary', to: `${path}/glossary` },
      ]}
    />
  );
}
