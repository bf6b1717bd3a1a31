/**
 * Proves of units:
 * 1. spellings of laboratory reports are read as what laboratories mean by them, traps of UCUM included
 * 2. what is no unit is not read, and no string throws, prints or takes long
 * 3. every row of the tables is valid and can be reached
 * 4. values convert by known figures, and not between what is not the same
 */

import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readTable } from '../../src/text/tables.ts'
import { parseUcum } from '../../src/text/ucum.ts'
import { convertUnit, readUnit, type Unit, type UnitKind, unitKinds } from '../../src/text/units.ts'

const SPELLINGS: readonly (readonly [spelling: string, ucum: string, kind: UnitKind])[] = [
  ['gm%', 'g/dL', 'mass/volume'],
  ['g%', 'g/dL', 'mass/volume'],
  ['GM%', 'g/dL', 'mass/volume'],
  ['gms/dl', 'g/dL', 'mass/volume'],
  ['gm/dl', 'g/dL', 'mass/volume'],
  ['Gm/dL', 'g/dL', 'mass/volume'],
  ['G/DL', 'g/dL', 'mass/volume'],
  ['g/dL', 'g/dL', 'mass/volume'],
  ['mg%', 'mg/dL', 'mass/volume'],
  ['mgs/dl', 'mg/dL', 'mass/volume'],
  ['mg/dl', 'mg/dL', 'mass/volume'],
  ['MG/DL', 'mg/dL', 'mass/volume'],
  ['Mg/dL', 'mg/dL', 'mass/volume'],
  ['mg/100 ml', 'mg/dL', 'mass/volume'],
  ['gm/100ml', 'g/dL', 'mass/volume'],
  ['mcg/dl', 'ug/dL', 'mass/volume'],
  ['µg/dL', 'ug/dL', 'mass/volume'],
  ['μg/dl', 'ug/dL', 'mass/volume'],
  ['Âµg/dL', 'ug/dL', 'mass/volume'],
  ['?g/dL', 'ug/dL', 'mass/volume'],
  ['ug/dl', 'ug/dL', 'mass/volume'],
  ['µIU/ml', 'u[IU]/mL', 'international-units/volume'],
  ['uIU/mL', 'u[IU]/mL', 'international-units/volume'],
  ['μIU/mL', 'u[IU]/mL', 'international-units/volume'],
  ['mcIU/mL', 'u[IU]/mL', 'international-units/volume'],
  ['mIU/L', 'm[IU]/L', 'international-units/volume'],
  ['mIU/ml', 'm[IU]/mL', 'international-units/volume'],
  ['MIU/ML', 'm[IU]/mL', 'international-units/volume'],
  ['µU/ml', 'u[IU]/mL', 'international-units/volume'],
  ['mU/L', 'm[IU]/L', 'international-units/volume'],
  ['IU/L', '[IU]/L', 'international-units/volume'],
  ['U/L', 'U/L', 'units/volume'],
  ['Units/L', 'U/L', 'units/volume'],
  ['u/l', 'U/L', 'units/volume'],
  ['IU/ml', '[IU]/mL', 'international-units/volume'],
  ['I.U./L', '[IU]/L', 'international-units/volume'],
  ['kU/L', 'kU/L', 'units/volume'],
  ['kIU/L', 'k[IU]/L', 'international-units/volume'],
  ['U/mL', 'U/mL', 'units/milliliter'],
  ['E/l', 'U/L', 'units/volume'],
  ['IE/ml', '[IU]/mL', 'international-units/volume'],
  ['mEq/L', 'meq/L', 'substance/volume'],
  ['meq/l', 'meq/L', 'substance/volume'],
  ['MEQ/LTR', 'meq/L', 'substance/volume'],
  ['sec', 's', 'time'],
  ['secs', 's', 'time'],
  ['Seconds', 's', 'time'],
  ['Sec.', 's', 'time'],
  ['min', 'min', 'time'],
  ['mm/1st hr', 'mm/h', 'velocity'],
  ['mm/hr', 'mm/h', 'velocity'],
  ['mm/hour', 'mm/h', 'velocity'],
  ['MM/HR', 'mm/h', 'velocity'],
  ['mm/1hr', 'mm/h', 'velocity'],
  ['mm 1st hr', 'mm/h', 'velocity'],
  ['mm/h', 'mm/h', 'velocity'],
  ['/hpf', '/[HPF]', 'number/field'],
  ['per hpf', '/[HPF]', 'number/field'],
  ['cells/hpf', '{cells}/[HPF]', 'number/field'],
  ['/HPF', '/[HPF]', 'number/field'],
  ['/H.P.F.', '/[HPF]', 'number/field'],
  ['hpf', '/[HPF]', 'number/field'],
  ['cells / hpf', '{cells}/[HPF]', 'number/field'],
  ['/lpf', '/[LPF]', 'number/field'],
  ['/cumm', '/uL', 'number/volume'],
  ['cells/cumm', '{cells}/uL', 'number/volume'],
  ['cells/cmm', '{cells}/uL', 'number/volume'],
  ['cu.mm', '/uL', 'number/volume'],
  ['/cu.mm', '/uL', 'number/volume'],
  ['/c.mm', '/uL', 'number/volume'],
  ['Cells/cu mm', '{cells}/uL', 'number/volume'],
  ['cells/mm3', '{cells}/uL', 'number/volume'],
  ['/mm³', '/uL', 'number/volume'],
  ['/µL', '/uL', 'number/volume'],
  ['lakhs/cumm', '10*5/uL', 'number/volume'],
  ['lakh/cumm', '10*5/uL', 'number/volume'],
  ['lacs/cmm', '10*5/uL', 'number/volume'],
  ['Lakhs/cu.mm', '10*5/uL', 'number/volume'],
  ['lakh/µl', '10*5/uL', 'number/volume'],
  ['10^5/cumm', '10*5/uL', 'number/volume'],
  ['million/cumm', '10*6/uL', 'number/volume'],
  ['mill/cmm', '10*6/uL', 'number/volume'],
  ['millions/ul', '10*6/uL', 'number/volume'],
  ['Mill/cumm', '10*6/uL', 'number/volume'],
  ['mil/ul', '10*6/uL', 'number/volume'],
  ['thou/mm3', '10*3/uL', 'number/volume'],
  ['thousand/µl', '10*3/uL', 'number/volume'],
  ['thousand/cumm', '10*3/uL', 'number/volume'],
  ['Thou/uL', '10*3/uL', 'number/volume'],
  ['K/uL', '10*3/uL', 'number/volume'],
  ['K/mcL', '10*3/uL', 'number/volume'],
  ['M/uL', '10*6/uL', 'number/volume'],
  ['M/mcL', '10*6/uL', 'number/volume'],
  ['K/cumm', '10*3/uL', 'number/volume'],
  ['x10^9/L', '10*9/L', 'number/volume'],
  ['X10^9/L', '10*9/L', 'number/volume'],
  ['x10⁹/L', '10*9/L', 'number/volume'],
  ['×10⁹/L', '10*9/L', 'number/volume'],
  ['10^9/L', '10*9/L', 'number/volume'],
  ['10*9/l', '10*9/L', 'number/volume'],
  ['x10E9/L', '10*9/L', 'number/volume'],
  ['10e9/l', '10*9/L', 'number/volume'],
  ['10^3/µl', '10*3/uL', 'number/volume'],
  ['x10^3/ul', '10*3/uL', 'number/volume'],
  ['x10³/µL', '10*3/uL', 'number/volume'],
  ['10e3/uL', '10*3/uL', 'number/volume'],
  ['10E3/uL', '10*3/uL', 'number/volume'],
  ['x10(3)/mcL', '10*3/uL', 'number/volume'],
  ['10 (3)/uL', '10*3/uL', 'number/volume'],
  ['x103/uL', '10*3/uL', 'number/volume'],
  ['10 3/uL', '10*3/uL', 'number/volume'],
  ['x 10^3/uL', '10*3/uL', 'number/volume'],
  ['x10*3/uL', '10*3/uL', 'number/volume'],
  ['*10^3/uL', '10*3/uL', 'number/volume'],
  ['10*12/L', '10*12/L', 'number/volume'],
  ['x10^12/L', '10*12/L', 'number/volume'],
  ['10^6/µL', '10*6/uL', 'number/volume'],
  ['10^6/mm3', '10*6/uL', 'number/volume'],
  ['Gpt/l', '10*9/L', 'number/volume'],
  ['Tpt/l', '10*12/L', 'number/volume'],
  ['G/L', '10*9/L', 'number/volume'],
  ['G/l', '10*9/L', 'number/volume'],
  ['T/L', '10*12/L', 'number/volume'],
  ['g/l', 'g/L', 'mass/volume'],
  ['Tsd/µl', '10*3/uL', 'number/volume'],
  ['Mio/µl', '10*6/uL', 'number/volume'],
  ['Mrd/l', '10*9/L', 'number/volume'],
  ['/nl', '/nL', 'number/volume'],
  ['/pl', '/pL', 'number/volume'],
  ['copies/mL', '{copies}/mL', 'number/volume'],
  ['Copies/ml', '{copies}/mL', 'number/volume'],
  ['cp/mL', '{copies}/mL', 'number/volume'],
  ['IU/mL log', '{Log_IU}/mL', 'log-arbitrary/volume'],
  ['log copies/mL', '{Log_copies}/mL', 'log-number/volume'],
  ['log10 copies/mL', '{Log_copies}/mL', 'log-number/volume'],
  ['Log IU/mL', '{Log_IU}/mL', 'log-arbitrary/volume'],
  ['ratio', '{ratio}', 'ratio'],
  ['Ratio', '{ratio}', 'ratio'],
  ['index', '{index}', 'index'],
  ['Index', '{index}', 'index'],
  ['S/CO', '{S/CO}', 'signal/cutoff'],
  ['s/co', '{S/CO}', 'signal/cutoff'],
  ['S/CO ratio', '{S/CO}', 'signal/cutoff'],
  ['COI', '{COI}', 'index'],
  ['AU/mL', "[arb'U]/mL", 'arbitrary/volume'],
  ['AU/ml', "[arb'U]/mL", 'arbitrary/volume'],
  ['AU', "[arb'U]", 'arbitrary'],
  ['au/ml', "[arb'U]/mL", 'arbitrary/volume'],
  ['Pg', 'pg', 'entitic-mass'],
  ['pg', 'pg', 'entitic-mass'],
  ['PG', 'pg', 'entitic-mass'],
  ['pg/cell', 'pg', 'entitic-mass'],
  ['pgms', 'pg', 'entitic-mass'],
  ['Pg/mL', 'pg/mL', 'mass/volume'],
  ['PG/ML', 'pg/mL', 'mass/volume'],
  ['fl', 'fL', 'entitic-volume'],
  ['fL', 'fL', 'entitic-volume'],
  ['FL', 'fL', 'entitic-volume'],
  ['femtolitre', 'fL', 'entitic-volume'],
  ['cu micron', 'fL', 'entitic-volume'],
  ['µm3', 'fL', 'entitic-volume'],
  ['mmHg', 'mm[Hg]', 'pressure'],
  ['mm Hg', 'mm[Hg]', 'pressure'],
  ['mm of Hg', 'mm[Hg]', 'pressure'],
  ['mosm/kg', 'mosm/kg', 'osmolality'],
  ['mOsmol/kg', 'mosm/kg', 'osmolality'],
  ['mOsm/kg H2O', 'mosm/kg', 'osmolality'],
  ['mosmol/L', 'mosm/L', 'osmolarity'],
  ['gm/24hrs', 'g/(24.h)', 'mass/time'],
  ['gms/24 hrs', 'g/(24.h)', 'mass/time'],
  ['mg/24 hr', 'mg/(24.h)', 'mass/time'],
  ['mg/24hrs', 'mg/(24.h)', 'mass/time'],
  ['mg/24h', 'mg/(24.h)', 'mass/time'],
  ['mg/(24.h)', 'mg/(24.h)', 'mass/time'],
  ['mg/day', 'mg/d', 'mass/time'],
  ['g/d', 'g/d', 'mass/time'],
  ['mg/24 hours urine', 'mg/(24.h)', 'mass/time'],
  ['µg/24h', 'ug/(24.h)', 'mass/time'],
  ['mmol/24 hr', 'mmol/(24.h)', 'substance/time'],
  ['mmol/d', 'mmol/d', 'substance/time'],
  ['ml/24hrs', 'mL/(24.h)', 'volume/time'],
  ['ug/min', 'ug/min', 'mass/time'],
  ['ml/min', 'mL/min', 'volume/time'],
  ['mL/min/1.73 m2', 'mL/min/{1.73_m2}', 'volume/time/area'],
  ['ml/min/1.73m2', 'mL/min/{1.73_m2}', 'volume/time/area'],
  ['mL/min/1.73 m²', 'mL/min/{1.73_m2}', 'volume/time/area'],
  ['ml/min/1.73 sq.m', 'mL/min/{1.73_m2}', 'volume/time/area'],
  ['ml/min/1.73sqm', 'mL/min/{1.73_m2}', 'volume/time/area'],
  ['mL/min/{1.73_m2}', 'mL/min/{1.73_m2}', 'volume/time/area'],
  ['ml/min per 1.73 m2', 'mL/min/{1.73_m2}', 'volume/time/area'],
  ['ug/mg creat', 'ug/mg{creat}', 'mass/creatinine'],
  ['mg/g Cr', 'mg/g{creat}', 'mass/creatinine'],
  ['mg/gm of creatinine', 'mg/g{creat}', 'mass/creatinine'],
  ['mg/g creatinine', 'mg/g{creat}', 'mass/creatinine'],
  ['mg/g{creat}', 'mg/g{creat}', 'mass/creatinine'],
  ['mg/gCr', 'mg/g{creat}', 'mass/creatinine'],
  ['µg/g creat', 'ug/g{creat}', 'mass/creatinine'],
  ['mg/mmol', 'mg/mmol', 'mass/substance'],
  ['mg/mmol creat', 'mg/mmol{creat}', 'mass/substance'],
  ['mmol/mol', 'mmol/mol', 'substance/substance'],
  ['mmol/mol creat', 'mmol/mol{creat}', 'substance/creatinine'],
  ['mg/mg', 'mg/mg', 'mass/mass'],
  ['nmol/L BCE', 'nmol/L{BCE}', 'substance/volume'],
  ['nmol BCE/L', 'nmol{BCE}/L', 'substance/volume'],
  ['nM BCE/mM creat', 'nmol{BCE}/mmol{creat}', 'substance/creatinine'],
  ['nmol BCE/mmol creat', 'nmol{BCE}/mmol{creat}', 'substance/creatinine'],
  ['%', '%', 'fraction'],
  ['percent', '%', 'fraction'],
  ['Per cent', '%', 'fraction'],
  ['% of total Hb', '%{Hb}', 'fraction'],
  ['%Hb', '%{Hb}', 'fraction'],
  ['% saturation', '%{saturation}', 'fraction'],
  ['% of Total WBC', '%{WBC}', 'fraction'],
  ['titer', '{titer}', 'titer'],
  ['Titre', '{titer}', 'titer'],
  ['U/gm Hb', 'U/g{Hb}', 'catalytic/mass'],
  ['U/g Hb', 'U/g{Hb}', 'catalytic/mass'],
  ['U/g{Hb}', 'U/g{Hb}', 'catalytic/mass'],
  ['EU/ml', '{EU}/mL', 'arbitrary/volume'],
  ['RU/ml', '{RU}/mL', 'arbitrary/volume'],
  ['RU/mL', '{RU}/mL', 'arbitrary/volume'],
  ['GPL', "[GPL'U]", 'arbitrary'],
  ['GPL/mL', "[GPL'U]/mL", 'arbitrary/volume'],
  ['GPL U/mL', "[GPL'U]/mL", 'arbitrary/volume'],
  ['MPL', "[MPL'U]", 'arbitrary'],
  ['MPL U/ml', "[MPL'U]/mL", 'arbitrary/volume'],
  ['APL units', "[APL'U]", 'arbitrary'],
  ['DU', '{DU}', 'arbitrary'],
  ['ng/ml FEU', 'ng/mL{FEU}', 'mass/volume'],
  ['ng/mL (FEU)', 'ng/mL{FEU}', 'mass/volume'],
  ['µg FEU/ml', 'ug{FEU}/mL', 'mass/volume'],
  ['ug FEU/mL', 'ug{FEU}/mL', 'mass/volume'],
  ['mg/L FEU', 'mg/L{FEU}', 'mass/volume'],
  ['ng{FEU}/mL', 'ng{FEU}/mL', 'mass/volume'],
  ['ug/mL DDU', 'ug/mL{DDU}', 'mass/volume'],
  ['CFU/mL', '[CFU]/mL', 'number/volume'],
  ['cfu/ml', '[CFU]/mL', 'number/volume'],
  ['CFU/g', '[CFU]/g', 'number/mass'],
  ['Ehrlich units/dl', '[EU]/dL', 'arbitrary/volume'],
  ['EU/dl', '[EU]/dL', 'arbitrary/volume'],
  ['E.U./dl', '[EU]/dL', 'arbitrary/volume'],
  ['degrees', 'deg', 'angle'],
  ['ph', '[pH]', 'acidity'],
  ['pH', '[pH]', 'acidity'],
  ['°C', 'Cel', 'temperature'],
  ['deg C', 'Cel', 'temperature'],
  ['°F', '[degF]', 'temperature'],
  ['mmol/L', 'mmol/L', 'substance/volume'],
  ['mmol/l', 'mmol/L', 'substance/volume'],
  ['MMOL/L', 'mmol/L', 'substance/volume'],
  ['mmols/L', 'mmol/L', 'substance/volume'],
  ['µmol/L', 'umol/L', 'substance/volume'],
  ['umol/l', 'umol/L', 'substance/volume'],
  ['micromol/L', 'umol/L', 'substance/volume'],
  ['nmol/L', 'nmol/L', 'substance/volume'],
  ['pmol/L', 'pmol/L', 'substance/volume'],
  ['pmol/l', 'pmol/L', 'substance/volume'],
  ['ng/ml', 'ng/mL', 'mass/volume'],
  ['ng/mL', 'ng/mL', 'mass/volume'],
  ['NG/ML', 'ng/mL', 'mass/volume'],
  ['ngm/ml', 'ng/mL', 'mass/volume'],
  ['pg/ml', 'pg/mL', 'mass/volume'],
  ['pg/mL', 'pg/mL', 'mass/volume'],
  ['picograms/ml', 'pg/mL', 'mass/volume'],
  ['ng/dl', 'ng/dL', 'mass/volume'],
  ['ng/dL', 'ng/dL', 'mass/volume'],
  ['mcg/ml', 'ug/mL', 'mass/volume'],
  ['mg/l', 'mg/L', 'mass/volume'],
  ['MG/L', 'mg/L', 'mass/volume'],
  ['µg/L', 'ug/L', 'mass/volume'],
  ['mcg/L', 'ug/L', 'mass/volume'],
  ['ng/L', 'ng/L', 'mass/volume'],
  ['g/L', 'g/L', 'mass/volume'],
  ['G/LT', 'g/L', 'mass/volume'],
  ['gm/l', 'g/L', 'mass/volume'],
  ['gms/l', 'g/L', 'mass/volume'],
  ['µkat/L', 'ukat/L', 'catalytic/volume'],
  ['nkat/L', 'nkat/L', 'catalytic/volume'],
  ['IU/gHb', '[IU]/g{Hb}', 'arbitrary/mass'],
  ['/100 WBC', '/100{WBC}', 'number/cells'],
  ['/100 WBCs', '/100{WBC}', 'number/cells'],
  ['per 100 WBC', '/100{WBC}', 'number/cells'],
  ['/100{WBCs}', '/100{WBCs}', 'number/cells'],
  ['cells/µL', '{cells}/uL', 'number/volume'],
  ['Cells/uL', '{cells}/uL', 'number/volume'],
  ['cells/ul', '{cells}/uL', 'number/volume'],
  ['no/cumm', '{#}/uL', 'number/volume'],
  ['nos./cumm', '{#}/uL', 'number/volume'],
  ['#/uL', '{#}/uL', 'number/volume'],
  ['/ul', '/uL', 'number/volume'],
  ['/ml', '/mL', 'number/volume'],
  ['million/ml', '10*6/mL', 'number/volume'],
  ['mill/mL', '10*6/mL', 'number/volume'],
  ['10^6/mL', '10*6/mL', 'number/volume'],
  ['m/ml', '10*6/mL', 'number/volume'],
  ['INR', '{INR}', 'inr'],
  ['inr', '{INR}', 'inr'],
  ['MoM', '{M.o.M}', 'multiple-of-median'],
  ['mom', '{M.o.M}', 'multiple-of-median'],
  ['score', '{score}', 'score'],
  ['bpm', '{beats}/min', 'number/time'],
  ['beats/min', '{beats}/min', 'number/time'],
  ['kg', 'kg', 'mass'],
  ['cm', 'cm', 'length'],
  ['Kg/m2', 'kg/m2', 'mass/area'],
  ['kg/m²', 'kg/m2', 'mass/area'],
  ['mm', 'mm', 'length'],
  ['IU', '[IU]', 'international-units'],
  ['U', 'U', 'catalytic'],
  ['units', 'U', 'catalytic'],
  ['BU/mL', "[beth'U]/mL", 'arbitrary/volume'],
  ['Bethesda units', "[beth'U]", 'arbitrary'],
  ['ng/ml/hr', 'ng/mL/h', 'mass/volume/time'],
  ['ng/mL/h', 'ng/mL/h', 'mass/volume/time'],
  ['nmol/hr/ml', 'nmol/h/mL', 'catalytic/volume'],
  ['nmol/h/mg protein', 'nmol/h/mg{protein}', 'catalytic/mass'],
  ['nmol/min/mg{protein}', 'nmol/min/mg{protein}', 'catalytic/mass'],
  ['umol/min/L', 'umol/min/L', 'catalytic/volume'],
  ['U/24hrs', 'U/(24.h)', 'catalytic/time'],
  ['ppm', '[ppm]', 'parts'],
  ['mcg/gm', 'ug/g', 'mass/mass'],
  ['µg/g', 'ug/g', 'mass/mass'],
  ['ug/g stool', 'ug/g{stool}', 'mass/mass'],
  ['mg/kg', 'mg/kg', 'mass/mass'],
  ['mmol/kg', 'mmol/kg', 'substance/mass'],
  ['mmol/kg dry wt', 'mmol/kg{dry_wt}', 'substance/mass'],
  ['copies/10^6 cells', '{copies}/10*6{cells}', 'number/number'],
  ['{copies}/mL', '{copies}/mL', 'number/volume'],
  ['{Index_val}', '{Index_val}', 'index'],
  ['[IU]/mL', '[IU]/mL', 'international-units/volume'],
  ["[arb'U]/mL", "[arb'U]/mL", 'arbitrary/volume'],
  ['k[IU]/L', 'k[IU]/L', 'international-units/volume'],
  ['10*3/uL', '10*3/uL', 'number/volume'],
  ['{ratio}', '{ratio}', 'ratio'],
  ['{#}', '{#}', 'number'],
  ['{titer}', '{titer}', 'titer'],
  ['Ct', '{Ct_value}', 'cycle-threshold'],
  ['Ct value', '{Ct_value}', 'cycle-threshold'],
  ['OD', '{OD}', 'optical-density'],
  ['sp.gr.', '{spec_grav}', 'relative-density'],
  ['mL', 'mL', 'volume'],
  ['ml', 'mL', 'volume'],
  ['L', 'L', 'volume'],
  ['litres', 'L', 'volume'],
  ['days', 'd', 'time'],
  ['hrs', 'h', 'time'],
  ['weeks', 'wk', 'time'],
  ['yrs', 'a', 'time'],
  ['mmol L-1', 'mmol/L', 'substance/volume'],
  ['g.dL-1', 'g/dL', 'mass/volume'],
  ['mmol.L^-1', 'mmol/L', 'substance/volume'],
  ['H', 'h', 'time'],
  ['L/S', '{ratio}', 'ratio'],
  ['a/g ratio', '{ratio}', 'ratio'],
  ['mg/kg/day', 'mg/kg/d', 'mass/mass/time'],
  ['mg/dl (calc)', 'mg/dL', 'mass/volume'],
  ['(mg/dL)', 'mg/dL', 'mass/volume'],
  ['[mg/dL]', 'mg/dL', 'mass/volume'],
  ['x10^3', '10*3', 'number'],
  ['10^3', '10*3', 'number'],
  ['thou', '10*3', 'number'],
  ['cells', '{cells}', 'number'],
  ['lakhs', '10*5', 'number'],
  ['10^6 copies/mL', '10*6{copies}/mL', 'number/volume'],
  ['10^3 IU/mL', '10*3.[IU]/mL', 'international-units/volume'],
  ['x10^6 cells/L', '10*6{cells}/L', 'number/volume'],
  ['cells x 10^6/L', '10*6{cells}/L', 'number/volume'],
  ['cells x10^3/uL', '10*3{cells}/uL', 'number/volume'],
  ['10^3 cells/uL', '10*3{cells}/uL', 'number/volume'],
  ['million cells/cumm', '10*6/uL', 'number/volume'],
  ['lakh cells/cumm', '10*5{cells}/uL', 'number/volume'],
  ['thousand cumm', '10*3/uL', 'number/volume'],
  ['mm3', '/uL', 'number/volume'],
  ['µg%', 'ug/dL', 'mass/volume'],
  ['mcg%', 'ug/dL', 'mass/volume'],
  ['vol%', '%{vol}', 'fraction'],
  ['mg/TV', 'mg/(24.h)', 'mass/time'],
  ['g/TV', 'g/(24.h)', 'mass/time'],
  ['ml/min/m2', 'mL/min/m2', 'volume/time/area'],
  ['L/min/m2', 'L/min/m2', 'volume/time/area'],
  ['mV', 'mV', 'potential'],
  ['kPa', 'kPa', 'pressure'],
  ['U/L @37C', 'U/L', 'units/volume'],
  ['IU/L at 37C', '[IU]/L', 'international-units/volume'],
  ['U/L 37°C', 'U/L', 'units/volume'],
  ['ng/mL RBC', 'ng/mL{RBC}', 'mass/volume'],
  ['nmol/mL RBC', 'nmol/mL{RBC}', 'substance/volume'],
  ['µmol/L RBC', 'umol/L{RBC}', 'substance/volume'],
  ['mcg/dL', 'ug/dL', 'mass/volume'],
  ['mcg/24 hrs', 'ug/(24.h)', 'mass/time'],
  ['mcmol/L', 'umol/L', 'substance/volume'],
  ['mmol/24h', 'mmol/(24.h)', 'substance/time'],
  ['gm/day', 'g/d', 'mass/time'],
  ['g/24 h', 'g/(24.h)', 'mass/time'],
  ['MICROGRAM/DL', 'ug/dL', 'mass/volume'],
  ['milligrams/dl', 'mg/dL', 'mass/volume'],
  ['mg per dl', 'mg/dL', 'mass/volume'],
  ['grams per dl', 'g/dL', 'mass/volume'],
  ['units per litre', 'U/L', 'units/volume'],
  ['International Units/L', '[IU]/L', 'international-units/volume'],
  ['mIU/mL', 'm[IU]/mL', 'international-units/volume'],
  ['mlU/mL', 'm[IU]/mL', 'international-units/volume'],
  ['ulU/ml', 'u[IU]/mL', 'international-units/volume'],
  ['lU/L', '[IU]/L', 'international-units/volume'],
  ['lU/mL', '[IU]/mL', 'international-units/volume'],
  ['Mmol/l', 'mmol/L', 'substance/volume'],
  ['mMol/L', 'mmol/L', 'substance/volume'],
  ['μ mol/L', 'umol/L', 'substance/volume'],
  ['u mol/l', 'umol/L', 'substance/volume'],
  ['m mol/L', 'mmol/L', 'substance/volume'],
  ['n mol/L', 'nmol/L', 'substance/volume'],
  ['10^3/ µL', '10*3/uL', 'number/volume'],
  ['10^3 / uL', '10*3/uL', 'number/volume'],
  ['K/ul', '10*3/uL', 'number/volume'],
  ['K/UL', '10*3/uL', 'number/volume'],
  ['10X3/UL', '10*3/uL', 'number/volume'],
  ['10x3/uL', '10*3/uL', 'number/volume'],
  ['X 10^3/µL', '10*3/uL', 'number/volume'],
  ['10³/mm³', '10*3/uL', 'number/volume'],
  ['10^9 /L', '10*9/L', 'number/volume'],
  ['10⁹/l', '10*9/L', 'number/volume'],
  ['E9/L', '10*9/L', 'number/volume'],
  ['E12/L', '10*12/L', 'number/volume'],
  ['x10e3/uL', '10*3/uL', 'number/volume'],
  ['X1000/µL', '10*3/uL', 'number/volume'],
  ['x 1000/cumm', '10*3/uL', 'number/volume'],
  ['THOU/CUMM', '10*3/uL', 'number/volume'],
  ['1000/uL', '10*3/uL', 'number/volume'],
  ['mill./cumm', '10*6/uL', 'number/volume'],
  ['mill/cu.mm', '10*6/uL', 'number/volume'],
  ['Million/Cmm', '10*6/uL', 'number/volume'],
  ['mill/mm3', '10*6/uL', 'number/volume'],
  ['x10⁶/µl', '10*6/uL', 'number/volume'],
  ['x10^12/l', '10*12/L', 'number/volume'],
  ['cells/L', '{cells}/L', 'number/volume'],
  ['/L', '/L', 'number/volume'],
  ['mEq/24 hrs', 'meq/(24.h)', 'substance/time'],
  ['mEq/L urine', 'meq/L{urine}', 'substance/volume'],
  ['nmol/L/h', 'nmol/L/h', 'catalytic/volume'],
  ['BAU/mL', '{BAU}/mL', 'arbitrary/volume'],
  ['TU/L', '{TU}/L', 'arbitrary/volume'],
  ['U/l', 'U/L', 'units/volume'],
  ['CH50 U/ml', "{CH50'U}/mL", 'arbitrary/volume'],
  ['CAE units', "{CH50'U}", 'arbitrary'],
  ['KA units', "[ka'U]", 'arbitrary'],
  ['somogyi units/dl', "[smgy'U]/dL", 'arbitrary/volume'],
  ['Dils', '{titer}', 'titer'],
  ['ISR', '{index}', 'index'],
  ['AI', '{index}', 'index'],
]

test.each(SPELLINGS)('reads %s as %s', (spelling, ucum, kind) => {
  expect(readUnit(spelling)).toMatchObject({ ucum, kind })
})

describe('does not fall for what UCUM takes for another unit:', () => {
  test.each([
    { spelling: 'Pg', not: 'a petagram', ucum: 'pg' },
    { spelling: 'PG/ML', not: 'a petagauss', ucum: 'pg/mL' },
    { spelling: 'MG/L', not: 'a megagauss', ucum: 'mg/L' },
    { spelling: 'Mg/dL', not: 'a megagram', ucum: 'mg/dL' },
    { spelling: 'ML', not: 'a megalitre', ucum: 'mL' },
    { spelling: 'AU/mL', not: 'the astronomical unit', ucum: "[arb'U]/mL" },
    { spelling: 'K/uL', not: 'a kelvin', ucum: '10*3/uL' },
    { spelling: 'M/uL', not: 'a metre', ucum: '10*6/uL' },
    { spelling: 'G/L', not: 'a gauss', ucum: '10*9/L' },
    { spelling: 'T/l', not: 'a tesla', ucum: '10*12/L' },
    { spelling: 'u/L', not: 'the atomic mass unit', ucum: 'U/L' },
    { spelling: 'Ph', not: 'a petahour', ucum: '[pH]' },
    { spelling: '10e3/uL', not: 'ten thousand', ucum: '10*3/uL' },
    { spelling: 'a/g', not: 'a year per gram', ucum: '{ratio}' },
    { spelling: 'C', not: 'a coulomb', ucum: 'Cel' },
    { spelling: 'F', not: 'a farad', ucum: '[degF]' },
  ])('$spelling is not $not', ({ spelling, ucum }) => {
    expect(readUnit(spelling)?.ucum).toBe(ucum)
  })
})

test.each([
  '',
  ' ',
  '-',
  '.',
  '/',
  '//',
  'N/A',
  'na',
  'NA',
  'nd',
  'as',
  'Pt',
  'nil',
  'none',
  'Negative',
  'not detected',
  'text',
  'serum',
  'creatinine',
  '1.73 m2',
  'mg/',
  'mg//dL',
  'mg/banana',
  '{',
  '}',
  '[IU',
  'mg/dL{a b}',
  '(((',
  'x'.repeat(80),
  'mg/'.repeat(30),
  'a'.repeat(10_000),
  'mg/dL'.padEnd(10_000),
])('%j is no unit', (text) => {
  expect(readUnit(text)).toBeUndefined()
})

test.each([
  { spelling: 'mg/24 hrs', timed: true },
  { spelling: 'g/day', timed: true },
  { spelling: 'mmol/24h', timed: true },
  { spelling: 'U/24hrs', timed: true },
  { spelling: 'ug/min', timed: true },
  { spelling: 'ml/24hrs', timed: true },
  { spelling: 'mg/kg/day', timed: true },
  { spelling: 'ml/min', timed: undefined },
  { spelling: 'ml/min/1.73m2', timed: undefined },
  { spelling: 'bpm', timed: undefined },
  { spelling: 'mm/hr', timed: undefined },
  { spelling: 'mg/dl', timed: undefined },
  { spelling: 'ng/mL/h', timed: undefined },
])('$spelling is timed: $timed', ({ spelling, timed }) => {
  expect(readUnit(spelling)?.timed).toBe(timed)
})

describe('data/units/', () => {
  const spellings = readTable('units/spellings.tsv', ['unit', 'ucum'])

  test('spellings.tsv has only valid codes', () => {
    const invalid = spellings.filter(([, ucum]) => parseUcum(ucum!) === undefined)
    expect(invalid).toEqual([])
  })

  test('a spelling of spellings.tsv that is a unit by itself is read as its code', () => {
    const others = spellings.filter(([unit, ucum]) => {
      const read = readUnit(unit!)
      return read === undefined ? !/^\{[^{}]*\}$/.test(ucum!) : read.ucum !== ucum
    })
    expect(others).toEqual([])
  })

  test('spellings.tsv has no spelling twice that differs in dots and spaces only', () => {
    const keys = spellings.map(([unit]) =>
      unit!.replace(/(?<!\d)\.|\.(?!\d)/g, '').replaceAll(' ', ''),
    )
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  })

  test.each([
    ['units/molar-masses.tsv', 'g_per_mol', 1_000_000],
    ['units/equivalents.tsv', 'per_mole', 3],
  ] as const)('%s has each component once, with a number above 0', (table, column, highest) => {
    const rows = readTable(table, ['component', column])
    const components = rows.map(([component]) => component!.toLowerCase())
    expect(new Set(components).size).toBe(components.length)
    const odd = rows.filter(([, n]) => !/^\d+(\.\d+)?$/.test(n!) || !(+n! > 0 && +n! <= highest))
    expect(odd).toEqual([])
  })
})

describe('converts', () => {
  const unit = (text: string): Unit => readUnit(text) ?? expect.fail(`${text} is not read`)
  const molarMasses = new Map(
    readTable('units/molar-masses.tsv', ['component', 'g_per_mol']).map(([component, mass]) => [
      component!,
      Number(mass),
    ]),
  )

  test.each([
    { of: 'Glucose', value: 100, from: 'mg/dL', to: 'mmol/L', expected: 5.551 },
    { of: 'Glucose', value: 7, from: 'mmol/L', to: 'mg%', expected: 126.1 },
    { of: 'Creatinine', value: 1, from: 'mg/dl', to: 'µmol/L', expected: 88.4 },
    { of: 'Cholesterol', value: 200, from: 'mg/dL', to: 'mmol/L', expected: 5.173 },
    { of: 'Triglyceride', value: 150, from: 'mg/dL', to: 'mmol/L', expected: 1.694 },
    { of: 'Urea', value: 40, from: 'mg/dL', to: 'mmol/L', expected: 6.66 },
    { of: 'Urea nitrogen', value: 14, from: 'mg/dL', to: 'mmol/L', expected: 4.998 },
    { of: 'Urate', value: 6, from: 'mg/dL', to: 'umol/L', expected: 356.9 },
    { of: 'Bilirubin', value: 1, from: 'mg/dL', to: 'umol/L', expected: 17.1 },
    { of: 'Calcium', value: 10, from: 'mg/dL', to: 'mmol/L', expected: 2.495 },
    { of: 'Phosphate', value: 3.1, from: 'mg/dL', to: 'mmol/L', expected: 1.001 },
    { of: 'Iron', value: 100, from: 'µg/dL', to: 'umol/L', expected: 17.91 },
    { of: 'Hemoglobin', value: 15, from: 'gm%', to: 'mmol/L', expected: 9.308 },
    { of: 'Thyroxine', value: 8, from: 'ug/dL', to: 'nmol/L', expected: 103.0 },
    { of: 'Thyroxine.free', value: 1.2, from: 'ng/dL', to: 'pmol/L', expected: 15.45 },
    { of: 'Triiodothyronine', value: 1.2, from: 'ng/mL', to: 'nmol/L', expected: 1.843 },
    { of: 'Cortisol', value: 15, from: 'mcg/dL', to: 'nmol/L', expected: 413.8 },
    { of: 'Testosterone', value: 500, from: 'ng/dL', to: 'nmol/L', expected: 17.34 },
    { of: 'Estradiol', value: 100, from: 'pg/mL', to: 'pmol/L', expected: 367.1 },
    { of: '25-Hydroxyvitamin D', value: 30, from: 'ng/mL', to: 'nmol/L', expected: 74.88 },
    { of: 'Cobalamins', value: 300, from: 'pg/mL', to: 'pmol/L', expected: 221.3 },
    { of: 'Folate', value: 10, from: 'ng/mL', to: 'nmol/L', expected: 22.65 },
    { of: 'Digoxin', value: 1, from: 'ng/mL', to: 'nmol/L', expected: 1.281 },
    { of: 'Lithium', value: 0.8, from: 'mmol/L', to: 'mg/L', expected: 5.552 },
    { of: 'Urea', value: 20, from: 'g/24 hrs', to: 'mmol/day', expected: 333.0 },
    { of: 'Zinc', value: 65.38, from: 'ug/g creat', to: 'umol/g creat', expected: 1 },
  ])('$value $from of $of to $expected $to', ({ of, value, from, to, expected }) => {
    const converted = convertUnit(value, unit(from), unit(to), molarMasses.get(of)!)
    expect(converted! / expected).toBeCloseTo(1, 3)
    expect(convertUnit(value, unit(from), unit(to))).toBeUndefined()
    expect(convertUnit(converted!, unit(to), unit(from), molarMasses.get(of)!)).toBeCloseTo(value)
  })

  test.each([
    { value: 13.5, from: 'gm%', to: 'g/L', expected: 135 },
    { value: 2.5, from: 'lakhs/cumm', to: '10*3/uL', expected: 250 },
    { value: 8600, from: '/cumm', to: 'x10^9/L', expected: 8.6 },
    { value: 4.5, from: 'million/cumm', to: '10*12/L', expected: 4.5 },
    { value: 8600, from: 'cells/cumm', to: '10*3/uL', expected: 8.6 },
    { value: 1, from: 'ukat/L', to: 'U/L', expected: 60 },
    { value: 40, from: 'IU/L', to: 'U/L', expected: 40 },
    { value: 35, from: 'U/mL', to: "k[arb'U]/L", expected: 35 },
    { value: 2.5, from: 'µIU/ml', to: 'm[IU]/L', expected: 2.5 },
    { value: 37, from: '°C', to: '°F', expected: 98.6 },
    { value: 98.6, from: '°F', to: '°C', expected: 37 },
    { value: 5, from: 'kPa', to: 'mmHg', expected: 37.503 },
    { value: 1200, from: 'mg/24 hrs', to: 'g/day', expected: 1.2 },
    { value: 0.03, from: 'mg/mg', to: 'mg/g{creat}', expected: 30 },
    { value: 500, from: 'ng/mL FEU', to: 'mg{FEU}/L', expected: 0.5 },
    { value: 90, from: 'fl', to: 'fL', expected: 90 },
    { value: 1, from: 'index', to: '{Index_val}', expected: 1 },
    { value: 3, from: '/100 WBC', to: '/100{WBCs}', expected: 3 },
    { value: 2, from: 'min', to: 'secs', expected: 120 },
    { value: 45, from: '%', to: '%', expected: 45 },
  ])('$value $from to $expected $to', ({ value, from, to, expected }) => {
    expect(convertUnit(value, unit(from), unit(to))).toBeCloseTo(expected, 2)
  })

  test.each([
    ['mg/dL', 'mg/24 hrs'],
    ['mg/dL', 'U/L'],
    ['mg/dL', '%'],
    ['%', 'ratio'],
    ['ratio', 'titer'],
    ['/hpf', '/lpf'],
    ['/hpf', '/cumm'],
    ['ng/mL FEU', 'ng/mL DDU'],
    ['log copies/mL', 'copies/mL'],
    ['copies/mL', 'cells/uL'],
    ['AU/mL', 'IU/mL'],
    ['GPL', 'MPL'],
    ['pH', '/cumm'],
    ['°C', '%'],
    ['mL/min', 'mL/min/1.73m2'],
    ['mg/g creat', 'mg/mmol creat'],
    ['fl', '%'],
    ['mosm/kg', 'mosm/L'],
  ])('nothing from %s to %s', (from, to) => {
    expect(convertUnit(1, unit(from), unit(to), 100)).toBeUndefined()
    expect(convertUnit(1, unit(to), unit(from), 100)).toBeUndefined()
  })

  test.each([
    { value: 140, valence: 1, expected: 140 },
    { value: 5, valence: 2, expected: 2.5 },
    { value: 5, valence: undefined, expected: undefined },
  ])('$value meq/L of valence $valence to $expected mmol/L', ({ value, valence, expected }) => {
    const converted = convertUnit(value, unit('mEq/L'), unit('mmol/L'), undefined, valence)
    expect(converted).toEqual(expected)
    expect(convertUnit(10, unit('mg/dL'), unit('meq/L'), 40.078, 2)).toBeCloseTo(4.99, 2)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('no %s', (value) => {
    expect(convertUnit(value, unit('g/dL'), unit('g/L'))).toBeUndefined()
  })

  test('nothing to a code that is not UCUM', () => {
    const foreign: Unit = { ucum: 'not a unit', kind: 'other' }
    expect(convertUnit(1, unit('mg/dL'), foreign)).toBeUndefined()
  })
})

test('a unit that means nothing is itself all the same', () => {
  const unit = readUnit('u/lU/g Hb')!
  expect(convertUnit(2, unit, unit)).toBe(2)
})

describe('for any string', () => {
  afterEach(() => vi.restoreAllMocks())

  const piece = fc.constantFrom(
    ...SPELLINGS.map(([spelling]) => spelling),
    ...['/', ' per ', ' ', '.', '{', '}', '(', ')', '[', ']', '10^', '*', '%', '-1', '\u0000'],
  )

  test.each([
    ['strings', fc.string({ unit: 'binary', maxLength: 90 })],
    ['pieces of units', fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))],
  ])('of %s: does not throw, says nothing, and a code it gives is read as itself', (_, strings) => {
    const log = vi.spyOn(console, 'log')
    fc.assert(
      fc.property(strings, (text) => {
        const unit = readUnit(text)
        expect(readUnit(text)).toBe(unit)
        if (unit === undefined) return
        expect(parseUcum(unit.ucum)).toBeDefined()
        expect(unitKinds).toContain(unit.kind)
        expect(convertUnit(2, unit, unit)).toBe(2)
      }),
      { numRuns: 500 },
    )
    expect(log).not.toHaveBeenCalled()
  })
})

test('takes under 0.3 ms for a new spelling and 2 µs for a known one, with a wide margin', () => {
  const texts = Array.from({ length: 1000 }, (_, i) => `mg/${i + 2} hrs`)
  const costOf = (): number => {
    const start = performance.now()
    for (const text of texts) readUnit(text)
    return ((performance.now() - start) / texts.length) * 1000
  }
  expect(costOf(), 'µs, new').toBeLessThan(1500)
  expect(costOf(), 'µs, known').toBeLessThan(10)
})
