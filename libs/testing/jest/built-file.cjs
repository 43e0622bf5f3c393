const { statSync } = require('node:fs');

/**
 * The compiled file of a source. Undefined for a file that the build leaves out, such as a test, and for one that has changed
 * since. The set-up of a run builds first, so that no worker spends seconds on compiling everything again.
 */
function builtOf(source) {
  const built = source.replace(
    /^(.*[\\/](?:apps[\\/][^\\/]+|libs[\\/][^\\/]+|tools)[\\/])src([\\/].*)\.ts$/,
    '$1dist$2.js',
  );
  if (built === source) return undefined;
  const at = modifiedAt(built);
  return at !== undefined && at >= modifiedAt(source) ? built : undefined;
}

const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

module.exports = { builtOf };
