import type { Template } from './template';

/** The handbook of a team. */
export const handbook: Template = {
  id: 'handbook',
  pages: [
    {
      ref: 'about',
      title: 'About us',
      icon: 'users',
      markdown: `![](ref:logo)

Say what the team is there for.

{% content-ref url="./first-week.md" %}
{% endcontent-ref %}
`,
    },
    { ref: 'joining', title: 'Joining' },
    {
      ref: 'first-week',
      title: 'Your first week',
      icon: 'calendar-week',
      into: 'joining',
      markdown: `* [ ] Get your accounts
* [ ] Meet the team
* [ ] Read [how we work](./how-we-work.md)

Ask [your contact](ref:contact) whenever you are stuck.
`,
    },
    { ref: 'working', title: 'Working' },
    {
      ref: 'how-we-work',
      title: 'How we work',
      icon: 'compass',
      into: 'working',
      markdown: `## Meetings

Which there are, and who comes.

## Decisions

Who decides what, and where decisions are written down.
`,
    },
    {
      ref: 'time-off',
      title: 'Time off',
      icon: 'umbrella-beach',
      into: 'working',
      markdown: `How much there is, and how to ask for it.
`,
    },
  ],
};
