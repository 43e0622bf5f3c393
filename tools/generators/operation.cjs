// `npx nx g @bindery/tools:operation`: adds an operation in the files that docs/contributing/add-an-operation.md names.

/** The file of examples by service; all others are in `examples.ts`. */
const exampleFiles = {
  sites: 'sites-examples.ts',
  integrations: 'integration-examples.ts',
  'ai-jobs': 'ai-jobs-examples.ts',
  'change-requests': 'change-request-examples.ts',
};

/** Writes to Nx's tree of files. Returns a function that Nx calls once the files are written. */
module.exports = async function operation(tree, { name, contract, controller, in: within, method, path, summary }) {
  const service = contract.split('/')[0];
  const contractFile = `libs/contracts/src/${contract}.contract.ts`;
  const subject = name.replace(/^(get|list|create|update|delete|add|remove)(?=[A-Z])/, '');
  const object = kebab(subject).replace(/^-/, '');
  const ownDtos = `libs/contracts/src/${contract}.dto.ts`;
  const dtoFile = tree.exists(ownDtos) ? ownDtos : contractFile;
  const isTaken = new RegExp(`class ${subject}\\b`).test(tree.read(dtoFile, 'utf-8') ?? '');
  const answer = method === 'get' && !isTaken ? subject : `${name[0].toUpperCase()}${name.slice(1)}Answer`;
  const dto = `/** The answer of \`${name}\`. */\nexport class ${answer} {\n  @Const('${object}') object!: '${object}';\n}\n`;

  if (dtoFile === ownDtos)
    edit(tree, ownDtos, (text) => imported(`${text.trimEnd()}\n\n${dto}`, 'Const', '../core/fields'));
  const given = tree.read(controller, 'utf-8') ?? '';
  const ownContract = within ?? /\b(\w+) as contract\b/.exec(given)?.[1];
  /** The name of the contract in the controller. */
  const local = within && !given.includes(`${within} as contract`) ? within : 'contract';
  edit(tree, contractFile, (text) => {
    const declared = new RegExp(`^export const (${ownContract ?? '\\w+'}) = contract\\(`, 'm').exec(text);
    if (!declared) throw new Error(`${contractFile} declares no contract${ownContract ? ` ${ownContract}` : ''}`);
    const entry = `  ${name}: ${method}('${path}', { summary: ${quoted(summary)}, returns: ${answer} }),\n`;
    const end = text.indexOf('\n});', declared.index) + 1;
    const inserted = dtoFile === contractFile ? `${dto}\n` : '';
    const whole = text.slice(0, declared.index) + inserted + text.slice(declared.index, end) + entry + text.slice(end);
    const named =
      dtoFile === contractFile
        ? imported(whole, 'Const', '../core/fields')
        : imported(whole, answer, `./${contract.split('/')[1]}.dto`);
    return imported(named, method, '../core/endpoint');
  });
  edit(tree, controller, (text) => {
    if (!new RegExp(`\\b${local}\\b`).test(text))
      throw new Error(`${controller} imports no ${local}: name the contract that it imports with --in`);
    const handler = `
  @Handles(${local}.${name})
  async ${name}({ params, principal }: RequestOf<typeof ${local}.${name}>) {
    // Load what the caller may see, authorise, act, present.
    return { object: '${object}' as const };
  }
`;
    const end = text.indexOf('\n}', text.indexOf('@Controller()')) + 1;
    return text.slice(0, end) + handler + text.slice(end);
  });
  edit(tree, `apps/e2e/src/contract/${exampleFiles[service] ?? 'examples.ts'}`, (text) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, param]) => param);
    const example = `  ${name}: async (world) => ({ params: { ${names.map((param) => `${param}: 'an id'`).join(', ')} } }),\n`;
    const start = /^(export )?const (makers|\w+Examples): Record<[^=]*(=>[^=]*)?> = \{$/m.exec(text);
    if (!start) throw new Error(`There is no list of examples to add ${name} to`);
    const end = text.indexOf('\n};', start.index) + 1;
    return text.slice(0, end) + example + text.slice(end);
  });
  return () =>
    console.log(`Next, as docs/contributing/add-an-operation.md says:
- the fields of ${answer} in ${dtoFile}
- the handler in ${controller}
- the ids of the example
- the permissions, the NATS permissions, a test, the costs, and a line in CHANGELOG.md`);
};

function edit(tree, file, change) {
  const text = tree.read(file, 'utf-8');
  if (text === null) throw new Error(`There is no ${file}`);
  tree.write(file, change(text));
}

/** Adds a name to an import, or the import itself. */
function imported(text, name, from) {
  const pattern = new RegExp(`import \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}';`);
  const found = pattern.exec(text);
  if (!found) return `import { ${name} } from '${from}';\n${text}`;
  const names = found[1].split(',').map((one) => one.trim());
  if (names.includes(name)) return text;
  const list = [...names.filter(Boolean), name].sort().join(', ');
  return text.replace(pattern, `import { ${list} } from '${from}';`);
}

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
