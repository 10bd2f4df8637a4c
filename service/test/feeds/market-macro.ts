/**
 * The guide of a market as a workbook, as somebody follows it in LibreOffice: link the feed, insert a pivot table and a line chart of it.
 * The sheets are left in the folder as CSV; `chart` tells what is drawn.
 */
export const marketMacro = (feedUrl: string, folder: string) => `
Sub Main
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden" : hidden(0).Value = True
  book = StarDesktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, hidden())
  book.Sheets(0).Name = "linked"
  Dim place As New com.sun.star.table.CellAddress
  book.AreaLinks.insertAtPosition(place, "${feedUrl}", "cells", "", "")

  used = book.Sheets(0).createCursor()
  used.gotoEndOfUsedArea(False)
  Dim table As New com.sun.star.table.CellRangeAddress
  table.EndColumn = used.RangeAddress.EndColumn
  table.EndRow = used.RangeAddress.EndRow

  book.Sheets.insertNewByName("pivot", 1)
  pivots = book.Sheets(1).DataPilotTables
  pivot = pivots.createDataPilotDescriptor()
  pivot.SourceRange = table
  pivot.ShowFilterButton = False : pivot.ColumnGrand = False : pivot.RowGrand = False
  fields = pivot.DataPilotFields
  fields.getByName("night").Orientation = com.sun.star.sheet.DataPilotFieldOrientation.ROW
  fields.getByName("hotel_name").Orientation = com.sun.star.sheet.DataPilotFieldOrientation.COLUMN
  rate = fields.getByName("lowest_bar_after_tax")
  rate.Orientation = com.sun.star.sheet.DataPilotFieldOrientation.DATA
  rate.Function = com.sun.star.sheet.GeneralFunction.AVERAGE
  place.Sheet = 1
  pivots.insertNewByName("market", place, pivot)

  Dim shown(0) As New com.sun.star.table.CellRangeAddress
  shown(0) = pivots(0).OutputRange
  shown(0).StartRow = shown(0).StartRow + 1
  Dim frame As New com.sun.star.awt.Rectangle
  frame.Width = 16000 : frame.Height = 9000
  book.Sheets(1).Charts.addNewByName("market", frame, shown(), True, True)
  chart = book.Sheets(1).Charts(0).EmbeddedObject
  chart.Diagram = chart.createInstance("com.sun.star.chart.LineDiagram")
  book.Sheets.insertNewByName("chart", 2)
  book.Sheets(2).getCellByPosition(0, 0).String = chart.Diagram.DiagramType
  book.Sheets(2).getCellByPosition(1, 0).Value = UBound(chart.Data.Data) + 1
  book.Sheets(2).getCellByPosition(2, 0).Value = UBound(chart.Data.Data(0)) + 1

  Dim kept(1) As New com.sun.star.beans.PropertyValue
  kept(0).Name = "FilterName" : kept(0).Value = "Text - txt - csv (StarCalc)"
  kept(1).Name = "FilterOptions" : kept(1).Value = "44,34,76,1,,0,true,true,false,false,false,-1"
  book.storeToURL("file://${folder}/market.csv", kept())
  book.close(True)
End Sub
`
