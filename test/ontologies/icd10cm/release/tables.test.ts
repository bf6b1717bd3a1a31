import { expect, test } from 'vitest'
import {
  nameDrugEntries,
  nameNeoplasmEntries,
} from '../../../../src/ontologies/icd10cm/release/tables.ts'

test.each([
  { path: [], column: 2, name: 'Malignant neoplasm' },
  {
    path: ['abdomen, abdominal', 'wall', 'skin'],
    column: 2,
    name: 'Malignant neoplasm of abdomen, wall, skin',
  },
  { path: ['brain'], column: 3, name: 'Secondary malignant neoplasm of brain' },
  { path: ['brain'], column: 4, name: 'Carcinoma in situ of brain' },
  { path: ['brain'], column: 5, name: 'Benign neoplasm of brain' },
  { path: ['brain'], column: 6, name: 'Neoplasm of uncertain behavior of brain' },
  { path: ['brain'], column: 7, name: 'Neoplasm of unspecified behavior of brain' },
  { path: ['brain'], column: 8, name: undefined },
  { path: ['uterus, uteri, uterine'], column: 5, name: 'Benign neoplasm of uterus' },
  { path: ['vesicle, seminal'], column: 5, name: 'Benign neoplasm of vesicle, seminal' },
  { path: ['skin', 'basal cell carcinoma'], column: 2, name: 'Basal cell carcinoma of skin' },
  {
    path: ['skin', 'lid', 'sebaceous cell'],
    column: 2,
    name: 'Sebaceous cell carcinoma of skin, lid',
  },
  { path: ['skin', 'squamous cell carcinoma'], column: 5, name: undefined },
  {
    path: ['skin', 'specified type'],
    column: 2,
    name: 'Other specified malignant neoplasm of skin',
  },
  { path: ['jaw', 'carcinoma', 'upper'], column: 2, name: 'Carcinoma of jaw, upper' },
  { path: ['jaw', 'carcinoma', 'upper'], column: 3, name: 'Secondary carcinoma of jaw, upper' },
  {
    path: ['bladder', 'overlapping lesion'],
    column: 2,
    name: 'Malignant neoplasm of overlapping sites of bladder',
  },
  {
    path: ['anus, anal', 'overlapping lesion with rectum'],
    column: 2,
    name: 'Malignant neoplasm of overlapping sites of anus, anal with rectum',
  },
  {
    path: ['lip', 'overlapping lesion', 'with', 'pharynx'],
    column: 2,
    name: 'Malignant neoplasm of overlapping sites of lip with pharynx',
  },
  { path: ['disseminated'], column: 2, name: 'Disseminated malignant neoplasm' },
  { path: ['unknown site or unspecified'], column: 2, name: 'Malignant neoplasm of unknown site' },
  { path: ['mouth', 'specified part'], column: 2, name: undefined },
  { path: ['nerve', 'specified'], column: 2, name: undefined },
  {
    path: ['lymph gland', 'multiple sites in categories C77.0 - C77.5'],
    column: 3,
    name: undefined,
  },
])('names column $column of neoplasm row $path: $name', ({ path, column, name }) => {
  const entry = { path: ['Neoplasm, neoplastic', ...path], code: 'C00', column }
  const expected = name === undefined ? [] : [{ code: 'C00', text: name }]
  expect(nameNeoplasmEntries([entry])).toEqual(expected)
})

test.each([
  {
    path: ['Absinthe', 'beverage'],
    column: 2,
    name: 'Poisoning by Absinthe, beverage, accidental (unintentional)',
  },
  { path: ['Acebutolol'], column: 3, name: 'Poisoning by Acebutolol, intentional self-harm' },
  { path: ['Acebutolol'], column: 4, name: 'Poisoning by Acebutolol, assault' },
  { path: ['Acebutolol'], column: 5, name: 'Poisoning by Acebutolol, undetermined' },
  { path: ['Acebutolol'], column: 6, name: 'Adverse effect of Acebutolol' },
  { path: ['Acebutolol'], column: 7, name: 'Underdosing of Acebutolol' },
  { path: ['Acebutolol'], column: 1, name: undefined },
  { path: ['Antibiotic', 'specified'], column: 2, name: undefined },
  { path: ['Alcohol', 'specified type'], column: 2, name: undefined },
])('names column $column of drug row $path: $name', ({ path, column, name }) => {
  const expected = name === undefined ? [] : [{ code: 'T36', text: name }]
  expect(nameDrugEntries([{ path, code: 'T36', column }])).toEqual(expected)
})
