import type { Template } from './template';

/** The documentation of a product: overview, first steps, further topics. */
export const documentation: Template = {
  id: 'documentation',
  pages: [
    {
      ref: 'welcome',
      title: 'Welcome',
      icon: 'hand-wave',
      markdown: `![](ref:logo)

Say in two sentences what the product does and for whom.

{% content-ref url="./quickstart.md" %}
{% endcontent-ref %}

Read the [source code](ref:repository).
`,
    },
    { ref: 'getting-started', title: 'Getting started' },
    {
      ref: 'quickstart',
      title: 'Quickstart',
      icon: 'bolt',
      into: 'getting-started',
      markdown: `Lead a newcomer to a first result in five minutes.

{% stepper %}
{% step %}
## Install

Show the one command that installs the product.

\`\`\`sh
install-command
\`\`\`
{% endstep %}

{% step %}
## Try it

Show the smallest use that does something visible.
{% endstep %}
{% endstepper %}
`,
    },
    {
      ref: 'concepts',
      title: 'Concepts',
      icon: 'lightbulb',
      into: 'getting-started',
      markdown: `Explain the few words that readers meet everywhere.

| Word | Meaning |
| ---- | ------- |
|      |         |
`,
    },
    { ref: 'guides', title: 'Guides' },
    {
      ref: 'first-guide',
      title: 'A first guide',
      icon: 'map',
      into: 'guides',
      markdown: `{% hint style="info" %}
A guide solves one task, from its start to its end. Name the task in the title.
{% endhint %}

## Before you begin

What readers need to have done: the [quickstart](./quickstart.md).

## Steps

1. The first step
2. The second step
`,
    },
    {
      ref: 'help',
      title: 'Help',
      icon: 'circle-question',
      markdown: `Answer what is asked most often, and say where to ask more.

[Ask us](ref:support)
`,
    },
  ],
};
