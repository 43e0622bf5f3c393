/** What a manifest says of the source whose pages the scripts of these tests compute. */
export const contentSources = [{ id: 'notes', title: 'Notes', configuration: { componentId: 'notes' } }];

/** What scripts make blocks with: a paragraph, and something that is shown to staff alone. */
export const blockMakers = `
const paragraph = (text) => ({
  object: 'block', type: 'paragraph', isVoid: false, data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const staffOnly = (block) => ({
  object: 'block', type: 'if', isVoid: false, data: { expression: 'visitor.claims.unsigned.staff' }, nodes: [block],
});
`;
