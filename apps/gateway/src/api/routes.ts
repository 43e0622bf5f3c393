import { Controller, Delete, Get, Inject, Patch, Post, Put, Req, Res, SetMetadata, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@bindery/contracts';
import { anonymousKey } from '../auth/auth.guard';
import { Forwarder } from './forward';
import { operationKey } from '../auth/operation-key';

const verbs = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete };

/** A Nest controller for the operations of one tag, each route made with Nest's own decorators. */
export function routesOf(tag: string, endpoints: Endpoint[]): Type {
  class Routes {
    constructor(readonly forwarder: Forwarder) {}
  }
  Object.defineProperty(Routes, 'name', { value: `${tag.replaceAll(' ', '')}Routes` });
  Inject(Forwarder)(Routes, undefined, 0);
  Controller('v1')(Routes);
  for (const endpoint of endpoints) addRoute(Routes, endpoint);
  return Routes;
}

function addRoute(Routes: Type, endpoint: Endpoint): void {
  const prototype = Routes.prototype as Record<string, unknown>;
  prototype[endpoint.name] = function (this: { forwarder: Forwarder }, request: FastifyRequest, reply: FastifyReply) {
    return this.forwarder.forward(endpoint, request, reply);
  };
  Req()(prototype, endpoint.name, 0);
  Res()(prototype, endpoint.name, 1);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, endpoint.name)!;
  verbs[endpoint.method](endpoint.path)(prototype, endpoint.name, descriptor);
  SetMetadata(anonymousKey, endpoint.anonymous ?? false)(prototype, endpoint.name, descriptor);
  SetMetadata(operationKey, endpoint.name)(prototype, endpoint.name, descriptor);
}
