// Checks the types of one project, given as its folder (`apps/content`), with the settings of the workspace.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [project] = process.argv.slice(2);
const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(
  join(root, 'tsconfig.json'),
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => report([diagnostic]),
  },
);
const own = fileNames.filter((file) => file.startsWith(`${join(root, project)}/`));
if (!project || own.length === 0) {
  console.error(`There are no sources in ${project ?? 'no folder'}: name a project, such as apps/content`);
  process.exit(1);
}
const problems = ts.getPreEmitDiagnostics(ts.createProgram(own, options));
report(problems);
process.exitCode = problems.length === 0 ? 0 : 1;

function report(diagnostics) {
  const host = { getCurrentDirectory: () => root, getCanonicalFileName: (file) => file, getNewLine: () => '\n' };
  if (diagnostics.length > 0) console.error(ts.formatDiagnostics(diagnostics, host));
}
