import { Injectable } from '@nestjs/common';
import {
  invalid,
  type ConfigurationProperty,
  type InstallationStatus,
  type IntegrationConfiguration,
} from '@bindery/contracts';
import { Encryptor } from '@bindery/secrets';

export type ConfigurationValues = Record<string, unknown>;

/** Encrypts stored configurations. */
@Injectable()
export class SealedConfigurations {
  constructor(private readonly sealer: Encryptor) {}

  /** `row` is the id of the installation that the configuration belongs to. */
  seal(row: string, values: ConfigurationValues): string {
    return this.sealer.seal(JSON.stringify(values), `configuration ${row}`);
  }

  open(row: string, sealed: string): ConfigurationValues {
    return JSON.parse(this.sealer.open(sealed, `configuration ${row}`)) as ConfigurationValues;
  }
}

/**
 * Checks values against the manifest's schema. Users may set the fields of the schema; an integration may store more in its
 * own configuration, such as the result of a button. Throws 400 that names the field.
 */
export function checkConfiguration(
  schema: IntegrationConfiguration | undefined,
  values: ConfigurationValues,
  { isPerson }: { isPerson: boolean },
): void {
  if (schema && 'componentId' in schema) return;
  const properties = schema?.properties ?? {};
  for (const [name, value] of Object.entries(values)) {
    const field = `body.configuration.${name}`;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) {
      if (isPerson) throw invalid(field, `configuration has no property ${name}`);
      continue;
    }
    const problem = problemOf(property, value);
    if (problem) throw invalid(field, `configuration.${name} ${problem}`);
  }
}

function problemOf({ type, enum: allowed }: ConfigurationProperty, value: unknown): string | undefined {
  // The value of a button is set by the integration itself.
  if (type === 'button' || value === null) return undefined;
  if (typeof value !== type) return `must be a ${type}`;
  if (type === 'number' && !Number.isFinite(value)) return 'must be a number';
  return allowed && !allowed.includes(value as string) ? `must be one of ${allowed.join(', ')}` : undefined;
}

/** An installation is active once it has all required values of its configuration. */
export function statusFor(
  schema: IntegrationConfiguration | undefined,
  values: ConfigurationValues,
): Exclude<InstallationStatus, 'paused'> {
  const required = schema && 'properties' in schema ? (schema.required ?? []) : [];
  const isSet = (name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value !== undefined && value !== null && value !== '';
  };
  return required.every(isSet) ? 'active' : 'pending';
}

/** A configuration as it is stored: the given values, with the schema's defaults for missing ones. */
export const withDefaults = (
  schema: IntegrationConfiguration | undefined,
  values: ConfigurationValues = {},
): ConfigurationValues => ({ ...defaultsOf(schema), ...values });

function defaultsOf(schema: IntegrationConfiguration | undefined): ConfigurationValues {
  const properties = schema && 'properties' in schema ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      property.default === undefined ? [] : [[name, property.default]],
    ),
  );
}
