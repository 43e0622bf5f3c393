export function missingPostgres(machine?: { platform?: string; arch?: string; isMusl?: boolean }): string | undefined;
