const { configureGlobal } = require('fast-check');

/** Tests of properties have the same cases each time, so that one fails only for what was changed. `BINDERY_SEED` gives them others. */
configureGlobal({ seed: Number(process.env.BINDERY_SEED ?? 1) });
