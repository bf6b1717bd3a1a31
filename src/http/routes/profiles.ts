/** Contract 4.1 to 4.3, with what is needed next to it: reading a patient, making a user of the EMR. */

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Blobs } from '../../records/blobs/blobs.ts'
import type {
  NewProfile,
  Profile,
  ProfileFields,
  ProfileKind,
  Profiles,
  Records,
} from '../../records/records.ts'
import type { Caller } from '../auth/caller.ts'
import { requireCaller } from '../auth/policy.ts'
import { collectGarbage } from '../documents/garbage.ts'
import { HttpError, profileNotFoundSchema } from '../errors.ts'
import {
  changesOf,
  emrUserUpdateSchema,
  emrUserView,
  emrUserViewSchema,
  newEmrUserSchema,
} from '../profiles/emr-user.ts'
import {
  erasedSchema,
  patientChangesOf,
  patientQuerySchema,
  patientSchema,
  patientsFoundSchema,
  patientUpdateSchema,
  patientView,
  patientViewSchema,
} from '../profiles/patient.ts'
import type { PatientQuota } from '../quotas.ts'
import { createdSchema, refusals, updatedSchema } from '../shapes.ts'

const paramsSchema = z.object({ oid: z.string() })

/** @param blobs where files of documents are; undefined where this server keeps none */
export function profileRoutes(
  app: FastifyInstance,
  records: Records,
  blobs: Blobs | undefined,
  quota: PatientQuota,
): void {
  const { profiles, patients } = records
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const tags = ['profiles']
  const written = refusals(401, 403, 409, 413, 415, 429)
  const created = { 201: createdSchema, ...written }
  const updated = { 200: updatedSchema, 404: profileNotFoundSchema, ...written }
  const found = { 404: profileNotFoundSchema, ...refusals(401, 403, 429) }

  routes.post(
    '/profiles/v1/patient/',
    {
      config: { policy: 'client' },
      schema: {
        ...{ tags, summary: 'Create a patient' },
        description:
          'Names and the email address are stored in lower case. Keys of `extras` that start with _ are ignored.',
        body: patientSchema,
        response: created,
      },
    },
    async (request, reply) => {
      const { bid } = requireCaller(request)
      await quota.take(request)
      reply.code(201)
      return create(profiles, { ...request.body, kind: 'patient', bid })
    },
  )

  routes.get(
    '/profiles/v1/patient/:oid',
    {
      config: { policy: 'client' },
      schema: {
        ...{ tags, summary: 'Read a patient' },
        params: paramsSchema,
        response: { 200: patientViewSchema, ...found },
      },
    },
    async (request) =>
      patientView(await read(profiles, 'patient', request.params.oid, requireCaller(request))),
  )

  routes.get(
    '/profiles/v1/patient/',
    {
      config: { policy: 'client' },
      schema: {
        ...{ tags, summary: 'Find patients' },
        description:
          'Patients of the workspace with this `username`, `mobile` or `abha`, all of those that are given, in the order of their oids.',
        querystring: patientQuerySchema,
        response: { 200: patientsFoundSchema, ...refusals(401, 403, 429) },
      },
    },
    async (request) => {
      const { bid } = requireCaller(request)
      const { offset: after, limit, ...fields } = request.query
      // One more than is shown tells whether there is more.
      const query = { ...fields, kind: 'patient', bid, after, limit: limit + 1 } as const
      const found = await profiles.find(query)
      const shown = found.slice(0, limit)
      return {
        items: shown.map(patientView),
        next_token: found.length > limit ? shown.at(-1)!.oid : null,
      }
    },
  )

  routes.patch(
    '/profiles/v1/patient/:oid',
    {
      config: { policy: 'client' },
      schema: {
        ...{ tags, summary: 'Change a patient' },
        description:
          'Only what is given changes; null removes a field, except `dob` and `gen`. `fn` replaces `fln`, `fln` replaces `fn`, `mn` and `ln`.',
        ...{ params: paramsSchema, body: patientUpdateSchema },
        response: updated,
      },
    },
    async (request) =>
      update(profiles, 'patient', request.params.oid, requireCaller(request), () =>
        patientChangesOf(request.body),
      ),
  )

  routes.delete(
    '/profiles/v1/patient/:oid',
    {
      config: { policy: 'admin' },
      schema: {
        ...{ tags, summary: 'Erase a patient' },
        description:
          'Removes the profile, the documents with their files, and the reminders that name the patient. What was done stays in the audit trail, under the oid. Under a legal hold it is refused.',
        params: paramsSchema,
        response: {
          200: erasedSchema,
          404: profileNotFoundSchema,
          ...refusals(401, 403, 409, 429),
        },
      },
    },
    async (request) => {
      const { oid } = request.params
      const { bid } = await read(profiles, 'patient', oid, requireCaller(request))
      const erased = await patients.erase({ bid, patient: oid })
      if (erased === undefined) throw new HttpError('profile_not_found')
      if (erased === 'held') throw new HttpError('legal_hold')
      const { keys, ...removed } = erased
      await collectGarbage(records, blobs, keys, request.log)
      return { oid, removed: { ...removed, files: keys.length } }
    },
  )

  routes.post(
    '/profiles/v1/emr-user/',
    {
      config: { policy: 'admin' },
      schema: {
        ...{ tags, summary: 'Create a user of the EMR' },
        description: 'By an admin, in the workspace of the admin.',
        body: newEmrUserSchema,
        response: created,
      },
    },
    async (request, reply) => {
      const { bid } = requireCaller(request)
      reply.code(201)
      return create(profiles, { ...request.body, kind: 'emr_user', bid })
    },
  )

  routes.get(
    '/profiles/v1/emr-user/:oid',
    {
      config: { policy: 'client' },
      schema: {
        ...{ tags, summary: 'Read a user of the EMR' },
        params: paramsSchema,
        response: { 200: emrUserViewSchema, ...found },
      },
    },
    async (request) =>
      emrUserView(await read(profiles, 'emr_user', request.params.oid, requireCaller(request))),
  )

  routes.patch(
    '/profiles/v1/emr-user/:oid',
    {
      config: { policy: 'client' },
      schema: {
        ...{ tags, summary: 'Change a user of the EMR' },
        description:
          'One’s own, or as an admin any of the workspace. Only what is given changes. `fln` is split into `fn`, `mn` and `ln`; `mn` and `ln` come with `fn`.',
        ...{ params: paramsSchema, body: emrUserUpdateSchema },
        response: updated,
      },
    },
    async (request) => {
      const caller = requireCaller(request)
      const { oid } = request.params
      return update(profiles, 'emr_user', oid, caller, (profile) => {
        if (caller.role !== 'admin' && caller.oid !== oid) throw new HttpError('forbidden')
        return changesOf(request.body, profile)
      })
    },
  )
}

async function create(profiles: Profiles, profile: NewProfile): Promise<{ oid: string }> {
  const created = await profiles.create(profile)
  requireUsername(created)
  return { oid: created.oid }
}

async function read(
  profiles: Profiles,
  kind: ProfileKind,
  oid: string,
  caller: Caller,
): Promise<Profile> {
  const profile = await profiles.get(kind, oid)
  if (profile === undefined) throw new HttpError('profile_not_found')
  requireOwnWorkspace(profile, caller)
  return profile
}

async function update(
  profiles: Profiles,
  kind: ProfileKind,
  oid: string,
  caller: Caller,
  changesOf: (profile: Profile) => ProfileFields,
): Promise<{ message: string }> {
  const updated = await profiles.update(kind, oid, (profile) => {
    requireOwnWorkspace(profile, caller)
    return changesOf(profile)
  })
  requireUsername(updated)
  if (updated === undefined) throw new HttpError('profile_not_found')
  return { message: 'the profile was updated' }
}

/**
 * No caller reads or writes across workspaces, or learns which identifiers another one has: such a profile is as if there were
 * none.
 */
function requireOwnWorkspace({ bid }: Profile, caller: Caller): void {
  if (bid !== caller.bid) throw new HttpError('profile_not_found')
}

function requireUsername<Found>(found: Found | 'username_taken'): asserts found is Found {
  if (found === 'username_taken')
    throw new HttpError('conflict', 'another profile of the workspace has this username')
}
