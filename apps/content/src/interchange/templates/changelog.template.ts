import type { Template } from './template';

/** A changelog, newest change first. */
export const changelog: Template = {
  id: 'changelog',
  pages: [
    {
      ref: 'changelog',
      title: 'Changelog',
      icon: 'clock-rotate-left',
      markdown: `What users notice, the newest first. Older [releases](ref:releases).

{% updates format="full" %}
{% update date="2026-01-01" %}
## The first release

Say what is new, what is better and what was mended.
{% endupdate %}
{% endupdates %}
`,
    },
  ],
};
