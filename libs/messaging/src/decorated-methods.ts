import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

interface DecoratedMethod<Metadata> {
  metadata: Metadata;
  /** The method, bound to its provider. */
  call: (...args: unknown[]) => Promise<unknown>;
}

/** Finds the methods of the application's providers and controllers that a decorator has marked. */
@Injectable()
export class DecoratedMethods {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** Every method with metadata under `key`, in the order of their providers. */
  find<Metadata>(key: string): DecoratedMethod<Metadata>[] {
    return [...this.discovery.getProviders(), ...this.discovery.getControllers()].flatMap(({ instance }) =>
      instance && typeof instance === 'object' ? this.of<Metadata>(instance as Record<string, unknown>, key) : [],
    );
  }

  private of<Metadata>(instance: Record<string, unknown>, key: string): DecoratedMethod<Metadata>[] {
    return this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name) => {
      const method = instance[name] as DecoratedMethod<Metadata>['call'];
      const metadata = this.reflector.get<Metadata | undefined>(key, method);
      return metadata === undefined ? [] : [{ metadata, call: method.bind(instance) }];
    });
  }
}
