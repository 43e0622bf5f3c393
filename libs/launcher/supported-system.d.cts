export function unsupportedSystem(platform?: string): string | undefined;
