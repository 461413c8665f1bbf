//! A module with its functions in an order that compresses well. Its behaviour does not change.

use crate::likeness::order;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

/// The module with its functions in such an order.
///
/// # Errors
/// When it is not a module, or has unknown parts.
pub(crate) fn sorted(module: &[u8]) -> Result<Vec<u8>, Error> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for part in Parser::new(0).parse_all(module) {
        match part? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(
                        import?.ty,
                        TypeRef::Func(_) | TypeRef::FuncExact(_)
                    ));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let order = order(&bodies);
    let mut places = vec![0; order.len()];
    for (place, function) in (imported..).zip(&order) {
        places[*function] = place;
    }
    let mut sorted = Module::new();
    Sorting {
        imported,
        order,
        places,
    }
    .parse_core_module(&mut sorted, Parser::new(0), module)?;
    Ok(sorted.finish())
}

/// The new order of a module's own functions. Imported ones come before them and stay.
struct Sorting {
    imported: u32,
    /// The functions by their old numbers.
    order: Vec<usize>,
    /// The new number of each.
    places: Vec<u32>,
}

impl Reencode for Sorting {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        let own = function.checked_sub(self.imported).map(|own| own as usize);
        Ok(own
            .and_then(|own| self.places.get(own).copied())
            .unwrap_or(function))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for function in &self.order {
            functions.function(*types.get(*function).ok_or(Error::InvalidCodeSectionSize)?);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            let body = bodies.get(function).ok_or(Error::InvalidCodeSectionSize)?;
            self.parse_function_body(code, body.clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
        ImportSection, RefType, TableSection, TableType, TypeSection, ValType,
    };
    use wasmparser::{ElementItems, ExternalKind, Operator};

    /// Functions that return their numbers, each but the first after calling the previous one. Long ones of two kinds
    /// alternate. All are exported and in a table.
    fn module(functions: u32) -> Vec<u8> {
        let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
        types.ty().function([], [ValType::I32]);
        imports.import("m", "f", EntityType::Function(0));
        let (mut declared, mut code, mut exports) = (
            FunctionSection::new(),
            CodeSection::new(),
            ExportSection::new(),
        );
        for own in 0..functions {
            declared.function(0);
            exports.export(&format!("f{own}"), ExportKind::Func, own + 1);
            let mut body = Function::new([]);
            // The first calls the imported one.
            body.instructions().call(own).drop();
            for at in 0..1000 {
                let number = if own % 2 == 0 {
                    at * 7919
                } else {
                    at * at * 31
                };
                body.instructions().i32_const(number).drop();
            }
            body.instructions().i32_const(own as i32).end();
            code.function(&body);
        }
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            minimum: u64::from(functions),
            maximum: None,
            table64: false,
            shared: false,
        });
        let mut elements = ElementSection::new();
        let all: Vec<u32> = (1..=functions).collect();
        elements.active(
            None,
            &ConstExpr::i32_const(0),
            Elements::Functions((&all).into()),
        );
        let mut module = Module::new();
        module
            .section(&types)
            .section(&imports)
            .section(&declared)
            .section(&tables);
        module.section(&exports).section(&elements).section(&code);
        module.finish()
    }

    /// The calls and the result of each function of a module, by number; the exports; the contents of the table.
    type Told = (Vec<(u32, i32)>, Vec<(String, u32)>, Vec<u32>);

    fn told(module: &[u8]) -> Told {
        let mut told = Told::default();
        for part in Parser::new(0).parse_all(module) {
            match part.expect("a module") {
                Payload::CodeSectionEntry(body) => {
                    let (mut called, mut given) = (0, 0);
                    for operator in body.get_operators_reader().expect("a body") {
                        match operator.expect("an operator") {
                            Operator::Call { function_index } => called = function_index,
                            Operator::I32Const { value } => given = value,
                            _ => {}
                        }
                    }
                    told.0.push((called, given));
                }
                Payload::ExportSection(all) => {
                    for export in all {
                        let export = export.expect("an export");
                        assert_eq!(export.kind, ExternalKind::Func);
                        told.1.push((export.name.to_owned(), export.index));
                    }
                }
                Payload::ElementSection(all) => {
                    for element in all {
                        let ElementItems::Functions(functions) = element.expect("elements").items
                        else {
                            panic!("functions alone")
                        };
                        told.2.extend(
                            functions
                                .into_iter()
                                .map(|function| function.expect("a function")),
                        );
                    }
                }
                _ => {}
            }
        }
        told
    }

    #[test]
    fn a_sorted_module_calls_exports_and_holds_the_same_functions() {
        let (functions, exports, table) = told(&sorted(&module(20)).expect("it can be sorted"));
        let gives = |function: u32| functions[function as usize - 1].1;
        assert_ne!(
            functions
                .iter()
                .map(|(_, given)| *given)
                .collect::<Vec<_>>(),
            (0..20).collect::<Vec<_>>()
        );
        for (name, function) in exports {
            assert_eq!(name, format!("f{}", gives(function)));
        }
        assert_eq!(
            table.into_iter().map(gives).collect::<Vec<_>>(),
            (0..20).collect::<Vec<_>>()
        );
        for (called, given) in &functions {
            assert_eq!(if *called == 0 { -1 } else { gives(*called) }, given - 1);
        }
    }

    #[test]
    fn what_is_no_module_is_said_to_be_none() {
        assert!(sorted(b"").is_err());
        assert!(sorted(b"no module at all").is_err());
        let whole = module(3);
        assert!(sorted(&whole[..whole.len() - 9]).is_err());
    }
}
