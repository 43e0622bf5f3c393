import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

type Generator = (
  tree: { exists(file: string): boolean; read(file: string): string; write(file: string, text: string): void },
  options: Record<string, string>,
) => Promise<() => void>;

const root = join(__dirname, '..', '..', '..');
// eslint-disable-next-line @typescript-eslint/no-require-imports
const generate = require('../../generators/operation.cjs') as Generator;

it.each([
  ['sites/sites', 'apps/sites/src/sites/sites.controller.ts', 'sites-examples.ts', {}],
  ['content/spaces', 'apps/content/src/lifecycle/spaces/spaces.controller.ts', 'examples.ts', {}],
  ['identity/teams', 'apps/identity/src/teams/teams.controller.ts', 'examples.ts', {}],
  [
    'integrations/integrations',
    'apps/integrations/src/publishing/integrations.controller.ts',
    'integration-examples.ts',
    {},
  ],
  [
    'change-requests/reviews',
    'apps/change-requests/src/reviews/reviews.controller.ts',
    'change-request-examples.ts',
    {},
  ],
  ['ai-jobs/glossary', 'apps/ai-jobs/src/glossary/glossary.controller.ts', 'ai-jobs-examples.ts', {}],
  // Files with several contracts: the one that the controller imports, or the one that is named.
  ['sites/structure', 'apps/sites/src/structure/sections.controller.ts', 'sites-examples.ts', { into: 'siteSections' }],
  [
    'change-requests/comments',
    'apps/change-requests/src/comments/comments.controller.ts',
    'change-request-examples.ts',
    { into: 'changeRequestComments', in: 'changeRequestComments' },
  ],
] as [string, string, string, { into?: string; in?: string }][])(
  'adds an operation to %s, its handler and its example',
  async (contract, controller, examples, several) => {
    const written = new Map<string, string>();
    const tree = {
      exists: (file: string) => existsSync(join(root, file)),
      read: (file: string) => written.get(file) ?? readFileSync(join(root, file), 'utf8'),
      write: (file: string, text: string) => void written.set(file, text),
    };
    const path = '/orgs/:organizationId/one/:oneId';
    const options = { name: 'getOneThing', contract, controller, method: 'get', path, summary: "One user's thing" };
    await generate(tree, { ...options, ...(several.in && { in: several.in }) });
    const contractFile = `libs/contracts/src/${contract}.contract.ts`;
    const exampleFile = `apps/e2e/src/contract/${examples}`;
    const dtos = [`libs/contracts/src/${contract}.dto.ts`].filter(tree.exists);
    expect([...written.keys()]).toEqual([...dtos, contractFile, controller, exampleFile]);
    expect(written.get(dtos[0] ?? contractFile)).toContain('export class OneThing {');
    for (const [file, text] of written) expect(syntaxErrors(file, text)).toEqual([]);
    expect(written.get(contractFile)).toContain(`getOneThing: get('${path}', { summary: 'One user\\'s thing'`);
    expect(written.get(controller)).toContain(`@Handles(${several.in ?? 'contract'}.getOneThing)`);
    if (several.into) {
      const [entries] = written.get(contractFile)!.split('getOneThing:');
      expect(/export const (\w+) = contract\((?![\s\S]*= contract\()/.exec(entries!)?.[1]).toBe(several.into);
    }
    expect(written.get(exampleFile)).toContain('getOneThing: async (world)');
  },
);

function syntaxErrors(fileName: string, text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { experimentalDecorators: true },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
