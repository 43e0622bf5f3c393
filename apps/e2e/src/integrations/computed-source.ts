/** The manifest's entry for the source whose pages the scripts of these tests compute. */
export const contentSources = [{ id: 'notes', title: 'Notes', configuration: { componentId: 'notes' } }];

/** The functions with which scripts make blocks: a paragraph, and one that is shown to staff alone. */
export const blockMakers = `
const paragraph = (text) => ({
  object: 'block', type: 'paragraph', isVoid: false, data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const staffOnly = (block) => ({
  object: 'block', type: 'if', isVoid: false, data: { expression: 'visitor.claims.unsigned.staff' }, nodes: [block],
});
`;
